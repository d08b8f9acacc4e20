import type { SavedValue } from '../model-file/reader.ts';
import { type Design, type Term, termWidth } from './design.ts';

/** Loads the terms of a design with the given number of columns. */
export function loadDesign(saved: SavedValue, columnCount: number, featureCount: number): Design {
  const terms = saved
    .get('terms')
    .list()
    .map((term) => loadTerm(term, featureCount, columnCount));
  return { terms, columnCount, width: terms.reduce((sum, term) => sum + termWidth(term), 0) };
}

function loadTerm(saved: SavedValue, featureCount: number, columnCount: number): Term {
  const feature = saved.get('feature').integer(0, featureCount - 1);
  const column = (key: string, extra = 0) => saved.get(key).integer(0, columnCount - 1 - extra);
  if (saved.get('kind').oneOf(['numeric', 'category']) === 'category') {
    const columns = saved.get('columns').list();
    return {
      kind: 'category',
      feature,
      columns: columns.map((code) => code.integer(0, columnCount - 1)),
      rest: column('rest'),
      missing: column('missing'),
    };
  }
  const knots = saved
    .get('knots')
    .list(1000)
    .map((knot) => knot.number());
  const hasMissing = saved.get('hasMissing').boolean();
  return {
    kind: 'numeric',
    feature,
    mean: saved.get('mean').number(),
    scale: saved.get('scale').number(Number.MIN_VALUE),
    isSoft: saved.get('isSoft').isNull ? false : saved.get('isSoft').boolean(),
    low: saved.get('low').number(),
    high: saved.get('high').number(),
    knots,
    hasMissing,
    column: column('column', knots.length + (hasMissing ? 1 : 0)),
  };
}
