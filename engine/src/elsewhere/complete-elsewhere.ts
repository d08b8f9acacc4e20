import { complete } from '../completing/complete.ts';
import { validationRows } from '../learners/make-splits.ts';
import { totalLoss } from '../metrics/loss.ts';
import type { Model } from '../model.ts';
import { Monitor } from '../monitor.ts';
import type { TrainHooks, TrainRequest } from '../request.ts';
import type { Contender } from '../search/race.ts';
import type { Table, TableSource } from '../table.ts';
import type { Training } from '../training/prepare.ts';
import { scoreOf } from '../training/select.ts';
import { takeTrees } from './take-trees.ts';
import { prepareElsewhere } from './tree-plan.ts';

export { ImportError } from '../import/source-tree.ts';

const name = 'gradient boosting by XGBoost';

/**
 * Makes a model of the trees that XGBoost grew on the rows of `encodeForTrees`, as `text` that it saved as JSON. Table
 * and request must be the same. Figures, bounds, calibration and importances come from rows that the trees did not see.
 * @throws ImportError for a file that is not of these rows
 */
export async function completeElsewhere(
  table: Table | TableSource,
  request: TrainRequest,
  { text, secondsBefore }: { text: string; secondsBefore: number },
  hooks: TrainHooks = {},
): Promise<Model> {
  const monitor = new Monitor(hooks);
  const training = await prepareElsewhere(table, request, monitor);
  await monitor.report('importing the trees', 0.7);
  const contender = judge(training, text, secondsBefore);
  const best = scoreOf(training, contender);
  const sampling = {
    table_rows: training.large!.source.rowCount,
    searched_rows: training.frame.rowCount,
    held_rows: training.splits[0].validation.length,
    grown_rows: training.large!.source.rowCount - training.splits[0].validation.length,
  };
  return complete({
    found: { training, contenders: [contender], best, isCutShort: false },
    sampling,
    secondsBefore,
  });
}

function judge(training: Training, text: string, seconds: number): Contender {
  const { splits } = training;
  const result = takeTrees(training, text);
  const rows = validationRows(splits);
  const loss = totalLoss(splits[0].labels, rows, result.predictions[0]) / rows.length;
  return { name, result, tried: 1, loss, seconds, isCutShort: false };
}
