import { setTimeout as pause } from 'node:timers/promises';
import { call, requireSuccess } from './call.ts';
import type { Installation } from './installation.ts';

const pauseMs = 6000;
const settleSeconds = 300;
const rows = Array.from({ length: 200 }, (_, row) => ({ x: row % 50, y: 2 * (row % 50) + (row % 3) }));

/** Trains the model that predictions ask for, and one with two versions whose answers differ by a hundred. */
export async function prepareModels(at: Installation): Promise<void> {
  const { base, authorization } = at;
  const { status } = await call('GET', `${base}/api/projects/default/models/switched.2`, undefined, {
    headers: { authorization },
  });
  if (status === 200) return;
  await train(at, 'steady');
  await train(at, 'switched');
  const higher = rows.map(({ x, y }) => ({ x, y: y + 100 }));
  const url = `${base}/api/projects/default/models/switched`;
  requireSuccess(await call('POST', `${url}/retrain`, { from: { rows: higher } }, { headers: { authorization } }));
  await untilTrained(at, 'switched', 2);
}

async function train(at: Installation, name: string): Promise<void> {
  requireSuccess(await ask(at, name));
  await untilTrained(at, name, 1);
}

function ask({ base, authorization }: Installation, name: string) {
  const model = { name, target: 'y', from: { rows }, options: { effort: 'quick' } };
  return call('POST', `${base}/api/projects/default/models`, model, { headers: { authorization } });
}

async function untilTrained({ base, authorization }: Installation, name: string, version: number): Promise<void> {
  const deadline = performance.now() + settleSeconds * 1000;
  for (;;) {
    const url = `${base}/api/projects/default/models/${name}.${version}`;
    const { text } = await call('GET', url, undefined, { headers: { authorization } });
    if (/"status":"complete"/.test(text)) return;
    if (/"status":"failed"/.test(text) || performance.now() > deadline)
      throw new Error(`${name} was not trained: ${text.slice(0, 300)}`);
    await pause(200);
  }
}

/** Asks for a training every few seconds. Returns the names of the models of which the creation was acknowledged. */
export async function keepTraining(at: Installation, signal: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  for (let count = 0; !signal.aborted; count += 1) {
    const name = `m_${count}`;
    if ((await ask(at, name)).status === 201) names.push(name);
    await pause(pauseMs);
  }
  return names;
}

/** Waits until all are trained. Returns those that are not, or were completed more than once. */
export async function checkTrainings(at: Installation, names: readonly string[]): Promise<string[]> {
  const { base, authorization } = at;
  const faults: string[] = [];
  for (const name of names) await untilTrained(at, name, 1).catch((error: Error) => faults.push(error.message));
  const completed = new Map<string, number>();
  for (let cursor = 0; ; ) {
    const url = `${base}/api/projects/default/events?type=sibyl.model.completed&limit=1000&cursor=${cursor}`;
    const events = requireSuccess(await call('GET', url, undefined, { headers: { authorization } })) as unknown as {
      sequence: number;
      data: { name: string };
    }[];
    for (const { data } of events) completed.set(data.name, (completed.get(data.name) ?? 0) + 1);
    if (events.length < 1000) break;
    cursor = events.at(-1)?.sequence ?? cursor;
  }
  for (const name of names)
    if (completed.get(name) !== 1) faults.push(`${name} was completed ${completed.get(name) ?? 0} times`);
  return faults;
}
