/** The worker in which challengers answer sampled rows. */
import type { CellProblem, Model } from '@sibyl/engine/model.ts';
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
  model.predict(rows, {}, problems);
  const unreadable = new Set(problems.map(({ row }) => row));
  const readable = rows.filter((_, row) => !unreadable.has(row));
  const answers = readable.length === 0 ? [] : answersOf(model, readable);
  let next = 0;
  return rows.map((_, row) => (unreadable.has(row) ? null : (answers[next++] ?? null)));
}

function answersOf(model: Model, rows: Record<string, unknown>[]): (ShadowAnswer | null)[] {
  const predicted = model.predict(rows, {}, []);
  if (!predicted) return [];
  const { classes } = model.description;
  const { values, confidence, lower, upper } = predicted;
  const orNull = (figure: number | undefined) => (Number.isFinite(figure) ? figure! : null);
  return rows.map((_, row) =>
    Number.isFinite(values[row])
      ? {
          value: classes ? String(classes[values[row]]) : values[row],
          confidence: orNull(confidence[row]),
          lower: orNull(lower?.[row]),
          upper: orNull(upper?.[row]),
        }
      : null,
  );
}
