import type { SliceCondition, SlicesDescription } from '../description.ts';
import type { SavedValue } from '../model-file/reader.ts';

const mostRows = 1e12;

export function readSlices(saved: SavedValue): SlicesDescription {
  return {
    metric: saved.get('metric').oneOf(['mae', 'log_loss']),
    looked_at: saved.get('looked_at').integer(0, 1e15),
    found: saved
      .get('found')
      .list(100)
      .map((slice) => ({
        conditions: slice.get('conditions').list(2).map(readCondition),
        rows: slice.get('rows').integer(0, mostRows),
        value: slice.get('value').number(),
        standard_error: slice.get('standard_error').number(0),
        elsewhere: slice.get('elsewhere').number(),
      })),
  };
}

function readCondition(saved: SavedValue): SliceCondition {
  return { column: saved.get('column').text(), ...readPart(saved) };
}

/** Reads which rows of a column are meant. */
export function readPart(saved: SavedValue): Omit<SliceCondition, 'column'> {
  const [value, from, below] = ['value', 'from', 'below'].map((name) => saved.get(name).raw());
  if (from === undefined || below === undefined) {
    const isShown = value === null || typeof value === 'string' || typeof value === 'boolean';
    return isShown ? { value } : saved.fail('a value or two edges');
  }
  return { from: readEdge(saved.get('from')), below: readEdge(saved.get('below')) };
}

function readEdge(saved: SavedValue): number | string | null {
  const edge = saved.raw();
  return edge === null || typeof edge === 'number' || typeof edge === 'string'
    ? edge
    : saved.fail('a number or a time');
}
