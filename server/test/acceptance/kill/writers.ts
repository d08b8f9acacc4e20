import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceProcess } from '../../service-process.ts';
import { Ledger } from './ledger.ts';
import { rowsOfBatch, toCsv } from './rows.ts';

/** The batches of a table, in order. */
export type TableState = number[];

export interface ModelState {
  versions: number;
  /** The last switch of versions, and the latest version then. A later training becomes active again. */
  pin?: { version: number; latest: number };
}

export interface World {
  tables: Ledger<TableState>;
  models: Ledger<ModelState>;
  /** Skills, agents, chatbots and documents, by the number of their last write. */
  records: Ledger<number>;
  /** Conversations of received answers. */
  conversations: Set<string>;
  /** Uniform in [0, 1), seeded. */
  random: () => number;
  /** Returns a number that was not used before. */
  next: () => number;
}

/** The table that models learn from unless they bring rows. */
export const lessons = 'lessons';
const trainingRows = rowsOfBatch(1);
const options = { effort: 'quick' };

export function createWorld(random: () => number): World {
  let count = 1;
  const next = () => {
    count += 1;
    return count;
  };
  return { tables: new Ledger(), models: new Ledger(), records: new Ledger(), conversations: new Set(), random, next };
}

/** A client that sends requests until the service is gone; it then rejects, or earlier with `UnexpectedAnswer`. */
export type Writer = (service: ServiceProcess, world: World, writer: number) => Promise<never>;

/** The service gave a wrong response. */
export class UnexpectedAnswer extends Error {}

export const project = '/projects/default';

export async function send(service: ServiceProcess, status: number, ...request: Parameters<ServiceProcess['call']>) {
  const answer = await service.call(...request);
  if (answer.status !== status)
    throw new UnexpectedAnswer(`${request[0]} ${request[1]}: ${answer.status} ${answer.text}`);
  return answer;
}

function sendRows(service: ServiceProcess, status: number, path: string, batch: number) {
  return send(service, status, 'POST', path, toCsv(rowsOfBatch(batch)), { 'content-type': 'text/csv' });
}

export async function uploadTable(service: ServiceProcess, { tables }: World, name: string, batch: number) {
  await tables.write(name, [batch], () => sendRows(service, 201, `${project}/tables?name=${name}`, batch));
}

/** Uploads tables and sometimes deletes one. */
export const keepUploading: Writer = async (service, world) => {
  for (const names: string[] = []; ; ) {
    const batch = world.next();
    const name = `table_${batch}`;
    await uploadTable(service, world, name, batch);
    names.push(name);
    if (world.random() < 0.3) {
      const [doomed] = names.splice(Math.floor(world.random() * names.length), 1);
      await world.tables.write(doomed, undefined, () => send(service, 204, 'DELETE', `${project}/tables/${doomed}`));
    }
  }
};

/** Appends to its own table, which survives the crashes. */
export const keepAppending: Writer = async (service, world, writer) => {
  const name = `growing_${writer}`;
  if (!world.tables.state(name)) await uploadTable(service, world, name, world.next());
  for (;;) {
    const batch = world.next();
    const longer = [...(world.tables.state(name) ?? []), batch];
    await world.tables.write(name, longer, () => sendRows(service, 200, `${project}/tables/${name}/rows`, batch));
  }
};

/** Creates models, trains them again, and switches between their versions. */
export const keepTraining: Writer = async (service, world, writer) => {
  for (let name = `model_${writer}`; ; name = `model_${writer}_${world.next()}`) {
    if (!world.models.state(name)) await createModel(service, world, name);
    for (let step = 0; step < 6; step++) await changeModel(service, world, name);
  }
};

function createModel(service: ServiceProcess, { models, random }: World, name: string) {
  const from = random() < 0.5 ? { table: lessons } : { rows: trainingRows };
  const body = { name, target: 'price', from, options };
  return models.write(name, { versions: 1 }, () => send(service, 201, 'POST', `${project}/models`, body));
}

async function changeModel(service: ServiceProcess, world: World, name: string): Promise<void> {
  const { models, random } = world;
  const path = `${project}/models/${name}`;
  while ((await send(service, 200, 'GET', path)).body.status !== 'complete') await wait(50);
  const state = models.state(name) ?? { versions: 1 };
  if (state.versions > 1 && random() < 0.6) {
    const version = 1 + Math.floor(random() * state.versions);
    const switched = { ...state, pin: { version, latest: state.versions } };
    await models.write(name, switched, () => send(service, 200, 'PUT', path, { active_version: version }));
  } else {
    const retrained = { ...state, versions: state.versions + 1 };
    await models.write(name, retrained, () => send(service, 202, 'POST', `${path}/retrain`, {}));
  }
}
