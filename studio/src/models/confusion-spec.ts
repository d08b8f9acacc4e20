import { count, percent } from '../shared/format.ts';
import { inWords } from './value.ts';

export interface ConfusionCell {
  truth: unknown;
  predicted: unknown;
  count: number;
  /** Models of older versions have no shares. */
  share?: number | null;
}

/** More classes than this are unreadable, and 500 of them are a quarter of a million cells. */
export const mostShownClasses = 25;

/** Returns the cells between the classes that are confused most, and how many classes there are. */
export function mostConfused(cells: readonly ConfusionCell[]): { cells: readonly ConfusionCell[]; classes: number } {
  const wrong = new Map<unknown, number>();
  for (const { truth, predicted, count: rows } of cells)
    for (const label of [truth, predicted])
      wrong.set(label, (wrong.get(label) ?? 0) + (truth === predicted ? 0 : rows));
  if (wrong.size <= mostShownClasses) return { cells, classes: wrong.size };
  const most = [...wrong].sort(([, one], [, other]) => other - one).slice(0, mostShownClasses);
  const shown = new Set(most.map(([label]) => label));
  return {
    cells: cells.filter(({ truth, predicted }) => shown.has(truth) && shown.has(predicted)),
    classes: wrong.size,
  };
}

/** The most frequent cells have the colour of the range's far end. */
export function confusionSpec(
  cells: readonly ConfusionCell[],
  titles: { predicted: string; actual: string },
  isDark: boolean,
): object {
  const values = cells.map(labelled);
  const most = values.reduce((highest, { count }) => Math.max(highest, count), 0);
  const test = `datum.count > ${most / 2}`;
  const [ink, inkOnMost] = isDark ? ['#f1f3f5', '#141517'] : ['#212529', '#ffffff'];
  const x = { field: 'predicted', type: 'nominal', title: titles.predicted };
  const y = { field: 'truth', type: 'nominal', title: titles.actual };
  const text = {
    mark: { type: 'text', fontWeight: 600, fontSize: values.length <= 9 ? 13 : 10 },
    encoding: { text: { field: 'text' }, color: { value: ink, condition: { test, value: inkOnMost } } },
  };
  return {
    data: { values },
    encoding: { x, y },
    layer: [
      { mark: 'rect', encoding: { color: { field: 'count', type: 'quantitative', legend: null } } },
      ...(values.length <= 100 ? [text] : []),
    ],
  };
}

function labelled({ truth, predicted, count: rows, share }: ConfusionCell) {
  const text = typeof share === 'number' ? `${count(rows)} (${percent(share)})` : count(rows);
  return { truth: inWords(truth), predicted: inWords(predicted), count: rows, text };
}
