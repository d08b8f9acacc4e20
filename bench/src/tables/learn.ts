import { ask, isRefused, problemOf } from './ask.ts';
import type { ImportedTable } from './compare.ts';
import type { Finding } from './finding.ts';

type Row = Record<string, unknown>;
type Draw = () => number;

export interface Learning {
  /** Name of the model and of its table. */
  table: string;
  target: string;
  options: Row;
}

export interface Learned {
  /** Undefined when there is no model. */
  url?: string;
  /** Task and accuracy. */
  told: string;
  found: Finding[];
}

const pollMs = 100;
const mostSeconds = 120;

/** Trains for two seconds and waits for the end. */
export async function learn(
  models: string,
  name: string,
  { table, target, options }: Learning,
  seconds: number,
): Promise<Learned> {
  const body = { name, target, from: { table }, options: { ...options, time_budget_seconds: seconds } };
  const created = await ask(models, JSON.stringify(body));
  if (isRefused(created)) {
    const { code, detail } = problemOf(created);
    const kind = created.status >= 500 ? 'fault' : 'named';
    return { told: 'refused', found: [{ kind, what: `${target}: ${created.status} ${code}: ${detail}` }] };
  }
  return { ...(await waitForEnd(`${models}/${name}`, target)) };
}

async function waitForEnd(url: string, target: string): Promise<Learned> {
  for (let waited = 0; waited < mostSeconds * 1000; waited += pollMs) {
    const { status, body } = await ask(url);
    const model = body as { status?: string; error?: string; task?: string; accuracy?: number };
    if (status >= 500)
      return { told: 'fault', found: [{ kind: 'fault', what: `${target}: ${status} while training` }] };
    if (model.status === 'complete') return { url, told: `${model.task} ${model.accuracy?.toFixed(3)}`, found: [] };
    if (model.status === 'failed') {
      const error = String(model.error);
      const kind = /broke off|broken off/.test(error) ? 'broke' : 'named';
      return { told: 'failed', found: [{ kind, what: `${target}: ${error}` }] };
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return { told: 'endless', found: [{ kind: 'broke', what: `${target}: still not trained after ${mostSeconds} s` }] };
}

/** Asks for three rows of the table: one as it is, one with unknown inputs, one with a word that nobody wrote. */
export async function predictRows(
  model: string,
  target: string,
  { columns }: ImportedTable,
  rows: readonly Row[],
  draw: Draw,
): Promise<Finding[]> {
  const pick = () => {
    const { [target]: _, ...row } = rows[Math.floor(draw() * rows.length)];
    return row;
  };
  const text = columns.find(({ name, type }) => type === 'text' && name !== target)?.name;
  const some = Object.fromEntries(Object.entries(pick()).filter((_, place) => place % 2 === 1));
  const foreign = text === undefined ? pick() : { ...pick(), [text]: 'a word that nobody wrote' };
  return checkAnswers(model, target, [pick(), some, foreign]);
}

/** Asks for the first steps of every series. */
export function predictSteps(model: string, target: string): Promise<Finding[]> {
  return checkAnswers(model, target, {});
}

async function checkAnswers(model: string, target: string, asked: object): Promise<Finding[]> {
  const answer = await ask(`${model}/predict`, JSON.stringify(asked));
  const kind = answer.status >= 500 ? 'fault' : 'odd';
  if (isRefused(answer)) return [{ kind, what: `predict ${target}: ${answer.status} ${problemOf(answer).detail}` }];
  const rows = answer.body as Row[];
  const isAnswered = rows.length > 0 && rows.every((row) => isOrdered(row, target));
  return isAnswered ? [] : [{ kind, what: `predict ${target}: ${JSON.stringify(rows).slice(0, 300)}` }];
}

function isOrdered(row: Row, target: string): boolean {
  const [value, low, high] = [row[target], row[`${target}_min`], row[`${target}_max`]];
  if (value === null || value === undefined) return false;
  return typeof low !== 'number' || typeof value !== 'number' || (low <= value && value <= Number(high));
}

const attributes = (
  'info features importances importance model plan jsonai accuracies accuracy calibration coverage confusion_matrix ' +
  'validation thresholds learning residuals dependence data progress'
).split(' ');

export async function describeAll(model: string): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const attribute of attributes) {
    const answer = await ask(`${model}/describe?attribute=${attribute}`);
    const kind = answer.status >= 500 ? 'fault' : 'odd';
    if (isRefused(answer)) found.push({ kind, what: `describe ${attribute}: ${problemOf(answer).detail}` });
  }
  return found;
}
