import type { AnsweredRows, Model } from '../model.ts';

/**
 * Asks a model rows whose truth is known, each as `predict` reads it; those without a readable truth have NaN there.
 * Undefined where a cell cannot be read. Not for forecasts.
 */
export function answerRows(
  model: Model,
  rows: readonly Readonly<Record<string, unknown>>[],
  truths: readonly unknown[],
): AnsweredRows | undefined {
  const predictions = model.predict(rows, {}, []);
  if (!predictions) return undefined;
  const { values: answers, probabilities } = predictions;
  const truth = Float64Array.from(truths, (cell) => truthOf(model, cell));
  const width = model.description.classes?.length ?? 0;
  const chanceOf = (label: number, row: number) => {
    if (width === 2) return probabilities![2 * row + 1];
    return label >= 0 ? probabilities![row * width + label] : 0;
  };
  return { truth, answers, chances: probabilities && truth.map(chanceOf) };
}

function truthOf(model: Model, cell: unknown): number {
  const isMissing = cell === null || cell === undefined || cell === '';
  const unknown = model.description.classes ? -1 : Number.NaN;
  return isMissing ? Number.NaN : (model.readTruth(cell) ?? unknown);
}
