import { binFeatures } from '../../trees/binning/bin-features.ts';
import { trainForest } from '../../trees/growing/boost.ts';
import { compileForest } from '../../trees/predict/compile.ts';
import { continueChanges, difference } from './differences.ts';
import type { Forecaster } from './method.ts';

interface LaggedTreesSettings {
  /** Number of past changes that the trees see. */
  window: number;
  season: number;
  seed: number;
}

const fewestRows = 40;
const mostRows = 100_000;

/** The lagged changes of one series, divided by their mean size so that small and large series are comparable. */
interface Lagged {
  unit: number;
  rows: number;
  changes: Float64Array;
}

/**
 * Boosted trees over all series together: predicts the change from season to season from the changes before it and the
 * phase. Undefined for short or constant series, and for all when there is too little to learn from.
 */
export function fitLaggedTrees(
  histories: readonly Float64Array[],
  settings: LaggedTreesSettings,
): (Forecaster | undefined)[] {
  const { window, season } = settings;
  const most = Math.max(1, Math.floor(mostRows / histories.length));
  const lagged = histories.map((history): Lagged => {
    const changes = difference(history, Math.min(season, history.length));
    const unit = changes.reduce((sum, change) => sum + Math.abs(change), 0) / changes.length;
    return { unit, rows: unit > 0 ? Math.min(most, Math.max(0, changes.length - window)) : 0, changes };
  });
  const total = lagged.reduce((sum, { rows }) => sum + rows, 0);
  if (total < fewestRows) return histories.map(() => undefined);
  const forest = compileForest(growForest(lagged, total, settings));
  const row = new Float64Array(window + 1);
  const answer = new Float64Array(1);
  return lagged.map(({ unit, rows }) => {
    if (rows === 0) return undefined;
    return (history, horizon) =>
      continueChanges(history, season, horizon, (changes, count) => {
        for (let lag = 1; lag <= window; lag++) row[lag - 1] = changes[count - lag] / unit;
        row[window] = count % season;
        forest.scoreRows(row, 1, answer);
        return answer[0] * unit;
      });
  });
}

function growForest(lagged: readonly Lagged[], total: number, { window, season, seed }: LaggedTreesSettings) {
  const columns = Array.from({ length: window }, () => new Float64Array(total));
  const phases = new Int32Array(total);
  const targets = new Float64Array(total);
  let next = 0;
  for (const { unit, rows, changes } of lagged) {
    for (let place = changes.length - rows; place < changes.length; place++, next++) {
      for (let lag = 1; lag <= window; lag++) columns[lag - 1][next] = changes[place - lag] / unit;
      phases[next] = place % season;
      targets[next] = changes[place] / unit;
    }
  }
  const lags = columns.map((values, index) => ({ name: `change ${index + 1} back`, kind: 'number' as const, values }));
  const phase = { name: 'phase', kind: 'category' as const, codes: phases, categoryCount: season };
  const minRowsPerLeaf = Math.max(5, Math.min(50, Math.round(total / 50)));
  const settings = { rounds: 100, learningRate: 0.05, maxLeaves: 8, minRowsPerLeaf, l2: 1, rowFraction: 0.8, seed };
  const trainRows = Int32Array.from(targets.keys());
  return trainForest(binFeatures([...lags, phase], total), { loss: 'squared', targets, trainRows }, settings).forest;
}
