import { comparative } from './conditions.ts';
import type { Piece } from './pieces.ts';
import { either, entity, map, maybe, type Rule, sequence, term, the, value } from './rules.ts';

/** "More expensive", "higher", "more homes". */
export const comparison: Rule<Piece> = either<Piece>(
  map(comparative, ({ column, more }) => ({ kind: 'comparative', column, descending: more })),
  map(term('moreSo', 'lessSo'), (so) => ({ kind: 'comparative', descending: so === 'moreSo' })),
  map(sequence(term('moreSo', 'lessSo'), entity), ([so]) => ({
    kind: 'comparative',
    descending: so === 'moreSo',
    ofRows: true,
  })),
);

/** "Than in westbrae", "more than in westbrae". */
export const than: Rule<Piece> = either<Piece>(
  map(sequence(term('than'), maybe(entity), maybe(term('in')), the, value), ([, , , , { column, value: one }]) => ({
    kind: 'than',
    column,
    value: one,
  })),
  map(sequence(term('more', 'less'), maybe(entity), maybe(term('in')), the, value), ([which, , , , one]) => ({
    kind: 'than',
    column: one.column,
    value: one.value,
    descending: which === 'more',
  })),
);
