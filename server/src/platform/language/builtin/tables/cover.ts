import type { Lattice } from './readings.ts';
import type { Parse, Rule } from './rules.ts';

/** A way to cover the whole question with pieces, without a gap and without an overlap. */
export interface Cover<Piece> {
  pieces: readonly Piece[];
  cost: number;
}

/** Covers kept at each token: the cheapest. */
const widest = 250;

/**
 * All good covers of a question by what `anyPiece` reads, the cheapest first: few pieces, little glue, nothing far-fetched.
 * `costOf` is what a piece costs beside how far-fetched it is. None when something of the question means nothing.
 */
export function coverQuestion<Piece>(
  lattice: Lattice,
  anyPiece: Rule<Piece>,
  costOf: (piece: Piece) => number,
): Cover<Piece>[] {
  const length = lattice.tokens.length;
  const reached: Cover<Piece>[][] = Array.from({ length: length + 1 }, () => []);
  reached[0].push({ pieces: [], cost: 0 });
  for (let at = 0; at < length; at += 1) {
    const open = cheapest(reached[at]);
    if (open.length === 0) continue;
    for (const { end, value, cost } of cheapestOfEach(anyPiece(lattice, at))) {
      const added = cost + costOf(value);
      for (const cover of open) reached[end].push({ pieces: [...cover.pieces, value], cost: cover.cost + added });
    }
  }
  return cheapest(reached[length]);
}

function cheapest<Piece>(covers: readonly Cover<Piece>[]): Cover<Piece>[] {
  return [...covers].sort((left, right) => left.cost - right.cost).slice(0, widest);
}

/** Rules with optional words find the same piece in several ways. */
function cheapestOfEach<Piece>(parses: readonly Parse<Piece>[]): Parse<Piece>[] {
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
