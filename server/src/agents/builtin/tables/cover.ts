import { anyPiece } from './asks.ts';
import type { Piece } from './pieces.ts';
import type { Lattice } from './readings.ts';
import type { Parse } from './rules.ts';

/** A way to cover the whole question with pieces, without a gap and without an overlap. */
export interface Cover {
  pieces: readonly Piece[];
  cost: number;
}

const widest = 250;
const pieceCosts: Partial<Record<Piece['kind'], number>> = { noise: 0.5, verb: 0.3, exists: 0.4 };

/** All good covers, the cheapest first: few pieces, little noise, nothing far-fetched. None when a word means nothing. */
export function coverQuestion(lattice: Lattice): Cover[] {
  const length = lattice.tokens.length;
  const reached: Cover[][] = Array.from({ length: length + 1 }, () => []);
  reached[0].push({ pieces: [], cost: 0 });
  for (let at = 0; at < length; at += 1) {
    const open = cheapest(reached[at]);
    if (open.length === 0) continue;
    for (const parse of cheapestOfEach(anyPiece(lattice, at))) {
      for (const cover of open) reached[parse.end].push(extend(cover, parse));
    }
  }
  return cheapest(reached[length]);
}

function extend({ pieces, cost }: Cover, parse: Parse<Piece>): Cover {
  const own = pieceCosts[parse.value.kind] ?? 1;
  return { pieces: [...pieces, parse.value], cost: cost + own + parse.cost };
}

function cheapest(covers: readonly Cover[]): Cover[] {
  return [...covers].sort((left, right) => left.cost - right.cost).slice(0, widest);
}

/** Rules with optional words find the same piece in several ways. */
function cheapestOfEach(parses: readonly Parse<Piece>[]): Parse<Piece>[] {
  const best = new Map<string, Parse<Piece>>();
  for (const parse of parses) {
    const key = `${parse.end} ${JSON.stringify(parse.value, nameOnly)}`;
    const known = best.get(key);
    if (!known || parse.cost < known.cost) best.set(key, parse);
  }
  return [...best.values()];
}

/** Columns by name: all that a sketch says of them would make the key long. */
function nameOnly(key: string, value: { name?: string } & { name?: string }[]): unknown {
  if (key === 'column') return value.name;
  return key === 'columns' ? value.map(({ name }) => name) : value;
}
