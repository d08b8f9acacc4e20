import { setImmediate as giveWay } from 'node:timers/promises';
import type { Caller } from '../caller.ts';
import { ServiceError } from '../errors.ts';
import { requesterOf } from '../platform/workers/fair-turns.ts';
import { WorkerEnded } from '../platform/workers/worker-ended.ts';
import { openWorkers } from '../platform/workers/workers.ts';
import type { Grounding, TableSummary } from './grounding.ts';
import type { Planner } from './planner.ts';
import type { PlanningTasks } from './planning-handler.ts';

/** Products of words and columns up to this are read on the main thread, within some milliseconds. */
const mostHere = 40;

/** Hints are examples that are read, each in a turn of its own. */
const longExample = 'How many of these have such a value there?';

/** Reads the questions of all projects: long ones in threads, in fair turns, so that nobody waits for another's. */
export interface Planners {
  of(caller: Pick<Caller, 'actor'>, projectId: string): Planner;
  close(): Promise<void>;
}

export function openPlanners(): Planners {
  const threads = openWorkers<PlanningTasks>('planning', {
    handler: new URL('planning-handler.ts', import.meta.url),
    limits: { memoryBytes: Number.POSITIVE_INFINITY }, // the heap limit of the thread applies
  });
  const plannerOf = (caller: Pick<Caller, 'actor'>, projectId: string): Planner => {
    const requester = (signal: AbortSignal | undefined) => requesterOf(caller, projectId, signal);
    return {
      async findWords(request, signal) {
        if (costOf(request.questions, columnsOf(request.tables)) <= mostHere)
          return (await loadHere()).findWords(request);
        const plain = { ...request, tables: request.tables.map(withoutFunctions) };
        return threads.run('findWords', plain, requester(signal)).catch(explain);
      },
      async plan(request, signal) {
        const { questions, groundings } = request;
        if (costOf(questions, columnsKnown(groundings)) <= mostHere) return (await loadHere()).plan(request);
        return threads.run('plan', { ...request, groundings: cloneable(groundings) }, requester(signal)).catch(explain);
      },
      async hint(request, signal) {
        const { groundings } = request;
        if (costOf([longExample], columnsKnown(groundings)) <= mostHere) return (await loadHere()).hint(request);
        const plain = { ...request, groundings: cloneable(groundings.map(withoutSamples)) };
        return threads.run('hint', plain, requester(signal)).catch(explain);
      },
    };
  };
  return { of: plannerOf, close: () => threads.close() };
}

let here: Promise<Planner> | undefined;

/** What was learned is loaded with the first question, and each reading has a turn: the first take 30 ms. */
async function loadHere(): Promise<Planner> {
  here ??= loadInTurns();
  const planner = await here;
  await giveWay();
  return planner;
}

async function loadInTurns(): Promise<Planner> {
  const [{ planHere }, { loadShippedModel }] = await Promise.all([
    import('./planner.ts'),
    import('../questions/rank/ranking-model.ts'),
  ]);
  await giveWay();
  loadShippedModel();
  return planHere;
}

/** Reading tries each word on each column. */
function costOf(questions: readonly string[], columns: number): number {
  return columns * questions.reduce((sum, question) => sum + question.split(/\s+/).length, 0);
}

function columnsKnown(groundings: readonly Grounding[]): number {
  return groundings.reduce((sum, one) => {
    if (one.kind === 'sql') return sum + columnsOf(one.tables);
    return one.kind === 'predict' ? sum + one.models.reduce((inner, { inputs }) => inner + inputs.length, 0) : sum;
  }, 0);
}

function columnsOf(tables: readonly TableSummary[]): number {
  return tables.reduce((sum, { columns }) => sum + columns.length, 0);
}

/** Examples are read by the names of columns alone: samples are large to copy. */
function withoutSamples(one: Grounding): Grounding {
  return one.kind === 'sql'
    ? { ...one, tables: one.tables.map(({ sample: _, ...table }) => ({ ...table, isUnseen: true })) }
    : one;
}

/** Skills describe tables and models with functions for themselves, too. */
function cloneable(groundings: readonly Grounding[]): Grounding[] {
  return groundings.map((one) => {
    if (one.kind === 'predict') return { ...one, models: one.models.map(withoutFunctions) };
    return one.kind === 'sql' ? { ...one, tables: one.tables.map(withoutFunctions) } : one;
  });
}

function withoutFunctions<One extends object>(one: One): One {
  return Object.fromEntries(Object.entries(one).filter(([, value]) => typeof value !== 'function')) as One;
}

function explain(error: unknown): never {
  if (!(error instanceof WorkerEnded)) throw error;
  throw new ServiceError('internal', 'the thread that reads questions ended unexpectedly', { cause: error });
}
