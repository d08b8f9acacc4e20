import type { Reference } from '../reference.ts';

/** What is kept of a row: its inputs in the order of the reference, and by name what else came, such as its ID. */
interface KeptCells {
  inputs: unknown[];
  others: Record<string, unknown>;
}

interface Drawn {
  /** Columns of the drawn cells; the first ones, by their number, are inputs in the order of the reference. */
  columns: readonly string[];
  inputs: number;
  exclude: readonly string[];
}

/** Returns a function that writes the cells of a row as text, without those that nobody shall see. */
export function cellsKeeper({ columns, inputs, exclude }: Drawn): (cells: readonly unknown[]) => string {
  const isKept = columns.map((name) => !exclude.includes(name));
  return (cells) => {
    const kept = columns.map((_, place) => (isKept[place] ? (cells[place] ?? null) : null));
    const others = columns.slice(inputs).map((name, place) => [name, kept[inputs + place]]);
    return JSON.stringify({ inputs: kept.slice(0, inputs), others: Object.fromEntries(others) } satisfies KeptCells);
  };
}

/** Returns kept cells by the names that they had when they were drawn, without columns that are excluded now. */
export function readKept(text: unknown, { columns }: Reference, exclude: readonly string[]): Record<string, unknown> {
  const { inputs, others } = decode(text);
  const named = columns.map(({ name }, place) => [name, inputs[place] ?? null] as const);
  return Object.fromEntries([...named, ...Object.entries(others)].filter(([name]) => !exclude.includes(name)));
}

/**
 * Rows that were kept by releases before are lists, or no text at all. What follows their inputs is left out: it was
 * ordered by the `id_column` of its time.
 */
function decode(kept: unknown): KeptCells {
  const cells = typeof kept === 'string' ? JSON.parse(kept) : kept;
  return Array.isArray(cells) ? { inputs: cells, others: {} } : cells;
}
