/**
 * The worker that asks foreign databases: what a server answers, and how its driver reads it, holds up nobody else. It
 * keeps the connections of the servers that it was last asked for.
 */
import { ServiceError } from '../../../errors.ts';
import { serveTasks, type Task } from '../../../platform/workers/serve-tasks.ts';
import { type Answering, writeAnswer } from './answer.ts';
import { reportCatalog } from './catalog.ts';
import { type Exporting, writeLines } from './export.ts';
import { OpenDrivers, type Target } from './open-drivers.ts';

interface Asked {
  target: Target;
}

const tasks = { check, readTables, judge, answer, exportRows };
export type ServedTasks = typeof tasks;

const open = new OpenDrivers();
let running = new AbortController();
const mostVersionLetters = 200;

async function check({ target }: Asked): Promise<string> {
  const driver = await begin(target);
  return (await driver.check(running.signal)).slice(0, mostVersionLetters);
}

/** Passes the tables on in pieces of their columns. */
async function readTables({ target }: Asked, { report }: Task) {
  const driver = await begin(target);
  await reportCatalog(await driver.readTables(running.signal), report);
  return {};
}

async function judge({ target, sql }: Asked & { sql: string }): Promise<void> {
  const driver = await begin(target);
  await driver.judge?.(sql, running.signal);
}

/** Passes the rows on in pieces. */
async function answer({ target, ...asked }: Asked & Answering, { report }: Task) {
  const { stream } = await begin(target);
  return writeAnswer(stream, asked, running.signal, report);
}

async function exportRows({ target, ...asked }: Asked & Exporting, { report }: Task) {
  const { stream } = await begin(target);
  return writeLines(stream, asked, running.signal, report);
}

function begin(target: Target) {
  running = new AbortController();
  return open.find(target);
}

serveTasks(tasks, () => running.abort(new ServiceError('query_failed', 'The caller has left.')));
