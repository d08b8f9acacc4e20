import type { ColumnSummary } from '../../grounding.ts';
import type { Condition, Grouping } from './logical-form.ts';
import type { Piece, PieceOf } from './pieces.ts';

/** The pieces of a question with those that shape the answer sorted out. */
export class Draft {
  readonly pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }

  all<Kind extends Piece['kind']>(kind: Kind): PieceOf<Kind>[] {
    return this.pieces.filter((piece): piece is PieceOf<Kind> => piece.kind === kind);
  }

  /** The only piece of a kind; undefined when there is none. */
  one<Kind extends Piece['kind']>(kind: Kind): PieceOf<Kind> | undefined {
    return this.all(kind)[0];
  }

  has(...kinds: Piece['kind'][]): boolean {
    return this.pieces.some(({ kind }) => kinds.includes(kind));
  }

  /** Whether nothing is said beyond conditions, glue and these. What a query cannot express makes it no answer. */
  saysOnly(...kinds: Piece['kind'][]): boolean {
    return this.pieces.every(({ kind }) => alwaysFine.has(kind) || kinds.includes(kind));
  }

  indexOf(kind: Piece['kind']): number {
    return this.pieces.findIndex((piece) => piece.kind === kind);
  }

  /** Whether a piece of the second kind comes right after one of the first, but for glue: "how many rooms". */
  follows(first: Piece['kind'], second: Piece['kind']): boolean {
    const next = this.pieces.slice(this.indexOf(first) + 1).find(({ kind }) => kind !== 'noise' && kind !== 'distinct');
    return next?.kind === second;
  }

  get conditions(): Condition[] {
    return this.pieces.flatMap((piece) =>
      (piece.kind === 'condition' || piece.kind === 'extreme') && piece.condition ? [piece.condition] : [],
    );
  }

  get groups(): Grouping[] {
    return this.all('group').flatMap(({ groups }) => groups);
  }

  /** The columns named, each once. */
  get columns(): ColumnSummary[] {
    return [...new Set(this.all('columns').flatMap(({ columns }) => columns))];
  }

  /** Whether it asks for something, rather than only narrowing down what was asked before. */
  get asks(): boolean {
    return this.pieces.some(({ kind }) => asking.has(kind));
  }
}

const alwaysFine = new Set<Piece['kind']>(['noise', 'verb', 'entity', 'condition', 'followUp', 'them']);
const asking = new Set<Piece['kind']>([
  'count',
  'aggregate',
  'columns',
  'head',
  'extreme',
  'share',
  'exists',
  'distinct',
  'show',
  'compare',
  'comparative',
  'howMuch',
]);

/** The question that a follow-up means: what it leaves out is taken from the one before. */
export function continueDraft(before: Draft, next: Draft): Draft {
  const changed = new Set(next.conditions.map(({ column }) => column));
  const narrows = next.has('them');
  const kept = before.pieces.filter(
    (piece) => piece.kind === 'condition' && (narrows || !changed.has(piece.condition.column)),
  );
  const asked = next.asks
    ? completeAsk(before, next)
    : withoutConditions(before).filter((piece) => !replaced(piece, next));
  return new Draft([...asked, ...kept, ...next.pieces.filter(({ kind }) => kind !== 'followUp')]);
}

function withoutConditions(draft: Draft): Piece[] {
  return draft.pieces.filter(({ kind }) => !alwaysFine.has(kind) || kind === 'verb' || kind === 'entity');
}

/** "By location instead": its groups stand for those before. */
function replaced({ kind }: Piece, next: Draft): boolean {
  return (kind === 'group' && next.has('group')) || (kind === 'limit' && next.has('limit'));
}

/** "And the median?" is of the column before; "and the size?" is the figure before; "and the highest?" both. */
function completeAsk(before: Draft, next: Draft): Piece[] {
  const missing: Piece['kind'][] = [];
  if (next.has('aggregate') && !next.has('columns')) missing.push('columns');
  if (next.has('columns') && !next.has('aggregate', 'count', 'extreme', 'head', 'show')) missing.push('aggregate');
  if (next.all('extreme').some(({ column, ofRows }) => !column && !ofRows)) missing.push('columns');
  if (!next.has('group', 'head', 'extreme', 'show')) missing.push('group');
  return before.pieces.filter(({ kind }) => missing.includes(kind));
}
