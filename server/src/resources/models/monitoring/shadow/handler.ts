/** The worker in which challengers answer sampled rows. */
import type { CellProblem, Model, Predictions } from '@sibyl/engine/model.ts';
import { serveTasks } from '../../../../platform/workers/serve-tasks.ts';
import { loadFile } from '../../serving/load-file.ts';
import type { ShadowAnswer, ShadowRequest } from './messages.ts';

const tasks = { answer };
export type ShadowTasks = typeof tasks;

serveTasks(tasks);

/** The last model; the rows of one version mostly follow each other. */
let held: { key: string; model: Model } | undefined;

/** Returns an answer for each row; null for those that the version cannot read. */
async function answer({ modelKey, modelPath, rows }: ShadowRequest): Promise<(ShadowAnswer | null)[]> {
  if (held?.key !== modelKey) held = { key: modelKey, model: (await loadFile(modelPath)).model };
  const { model } = held;
  const problems: CellProblem[] = [];
  const all = model.predict(rows, {}, problems);
  if (problems.length === 0) return rows.map((_, row) => (all ? answerOf(all, row, model) : null));
  const unreadable = new Set(problems.map(({ row }) => row));
  const readable = rows.filter((_, row) => !unreadable.has(row));
  const some = readable.length === 0 ? undefined : model.predict(readable, {}, []);
  let next = 0;
  return rows.map((_, row) => (some && !unreadable.has(row) ? answerOf(some, next++, model) : null));
}

function answerOf(predicted: Predictions, row: number, { description: { classes } }: Model): ShadowAnswer | null {
  const { values, confidence, lower, upper } = predicted;
  if (!Number.isFinite(values[row])) return null;
  const orNull = (figure: number | undefined) => (figure !== undefined && Number.isFinite(figure) ? figure : null);
  return {
    value: classes ? String(classes[values[row]]) : values[row],
    confidence: orNull(confidence[row]),
    lower: orNull(lower?.[row]),
    upper: orNull(upper?.[row]),
  };
}
