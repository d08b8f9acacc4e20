import type { Cuts, ScatterDescription, ScatterGrid, ThresholdChoice } from '../description.ts';
import type { SavedValue } from '../model-file/reader.ts';

const mostRows = 1e12;

export function readCuts(saved: SavedValue): Cuts {
  const counts = (name: string) =>
    saved
      .get(name)
      .list(1000)
      .map((count) => count.integer(0, mostRows));
  const thresholds = saved
    .get('thresholds')
    .list(1000)
    .map((threshold) => threshold.number(0, 1));
  const cuts = { thresholds, truePositives: counts('truePositives'), falsePositives: counts('falsePositives') };
  const lengths = [cuts.truePositives.length, cuts.falsePositives.length];
  if (thresholds.length === 0 || lengths.some((length) => length !== thresholds.length))
    saved.fail('as many counts as thresholds, and at least one');
  return cuts;
}

export function readScatter(saved: SavedValue): ScatterDescription {
  const grid = (name: string) => (saved.get(name).isNull ? null : readGrid(saved.get(name)));
  return {
    rows: saved.get('rows').integer(0, mostRows),
    points: saved.get('points').isNull
      ? null
      : saved
          .get('points')
          .list(10_000)
          .map((point) => {
            const [predicted, actual] = tupleOf(point, 2);
            return [predicted.number(), actual.number()];
          }),
    actual: grid('actual'),
    errors: grid('errors'),
  };
}

export function readChoice(saved: SavedValue): ThresholdChoice {
  const [costs, before] = [saved.get('costs'), saved.get('before')];
  return {
    threshold: saved.get('threshold').number(0, 1),
    costs: costs.isNull
      ? null
      : {
          false_positive: costs.get('false_positive').number(0),
          false_negative: costs.get('false_negative').number(0),
        },
    before: {
      accuracies: before.get('accuracies').numbersByName(),
      standardErrors: before.get('standardErrors').numbersByName(),
      confusionMatrix: before
        .get('confusionMatrix')
        .list(2)
        .map((row) => row.list(2).map((count) => count.number(0))),
      ...(before.get('warnings').isNull
        ? {}
        : {
            warnings: before
              .get('warnings')
              .list(10_000)
              .map((one) => one.text()),
          }),
    },
  };
}

function readGrid(saved: SavedValue): ScatterGrid {
  const axis = (name: string) => ({
    from: saved.get(name).get('from').number(),
    width: saved.get(name).get('width').number(0),
  });
  const cells = saved
    .get('cells')
    .list(10_000)
    .map((cell): [number, number, number] => {
      const [across, up, rows] = tupleOf(cell, 3);
      return [across.integer(0, 1000), up.integer(0, 1000), rows.integer(0, mostRows)];
    });
  return { x: axis('x'), y: axis('y'), cells };
}

function tupleOf(saved: SavedValue, length: number): SavedValue[] {
  const values = saved.list(length);
  return values.length === length ? values : saved.fail(`a list of ${length}`);
}
