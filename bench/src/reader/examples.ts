import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Column, Profile } from '../../../server/src/questions/profile.ts';

export interface Example {
  id: string;
  file: string;
  question: string;
  answer: string;
  fold: number;
  /** To tables of business: the table is shown as a large one. */
  isOwn?: boolean;
  /** How often it counts; once where nothing is said. */
  weight?: number;
  /** Where its SQL lists rows of the table rather than working something out: the column that orders them, or "". */
  lists?: string;
}

export const foldCount = 5;

/** Whether a table is one of a database, by its name: `DATABASE~TABLE.csv`. */
export function isOfDatabase({ file }: Pick<Example, 'file'>): boolean {
  return file.includes('~');
}

/** Deals tables into folds, always in the same way: those of a database together. */
function foldOf(file: string): number {
  let hash = 7;
  for (const letter of file.split('~')[0]) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003;
  return hash % foldCount;
}

export function readTables(path: string): Map<string, Profile> {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { file, columns, rows } = JSON.parse(line) as { file: string; columns: Column[]; rows: unknown[][] };
      const name = file.split('~')[1]?.replace(/\.csv$/, '') ?? 'data';
      return [file, { name, row_count: rows.length, columns: withValues(columns, rows), sample: rows }];
    }),
  );
}

/** Values of texts as the service tells them, where there are not too many: the most frequent first. */
export function withValues(
  columns: readonly Column[],
  rows: readonly unknown[][],
  most = Number.POSITIVE_INFINITY,
): Column[] {
  return columns.map((column, at) => {
    if (column.type !== 'text' && column.type !== 'boolean') return column;
    const counts = new Map<unknown, number>();
    for (const row of rows) if (row[at] !== null) counts.set(row[at], (counts.get(row[at]) ?? 0) + 1);
    if (counts.size > most) return column;
    return { ...column, values: [...counts].sort((one, other) => other[1] - one[1]).map(([value]) => value) };
  });
}

export function readExamples(folder: string, tables: ReadonlyMap<string, Profile>): Example[] {
  const lines = readFileSync(join(folder, 'questions.tsv'), 'utf8').split('\n').slice(1).filter(Boolean);
  return lines.flatMap((line) => {
    const [id, file, question, answer, lists] = line.split('\t');
    const isOwn = basename(folder) === 'business';
    return tables.has(file)
      ? [{ id, file, question, answer, fold: foldOf(file), isOwn, ...(lists === '-' ? {} : { lists }) }]
      : [];
  });
}
