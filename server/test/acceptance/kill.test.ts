// @module-tag long
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopback } from '../loopback.ts';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';
import { countUnfinished, inspectBlobs, inspectModels, inspectTables } from './kill/inspect.ts';
import { addWebhook, inspectDeliveries, inspectEvents } from './kill/inspect-events.ts';
import { inspectRecords, keepAsking, keepRecording, makeHouse } from './kill/records.ts';
import {
  createWorld,
  keepAppending,
  keepTraining,
  keepUploading,
  lessons,
  UnexpectedAnswer,
  uploadTable,
  type World,
} from './kill/writers.ts';

const rounds = Number(process.env.SIBYL_TEST_KILL_ROUNDS ?? 6);
const seed = Number(process.env.SIBYL_TEST_KILL_SEED ?? 1);
const everything = () => true;

/** They write concurrently until the service is killed. */
const writers = [keepUploading, keepUploading, keepAppending, keepAppending, keepTraining, keepRecording, keepAsking];

/** Uniform in [0, 1) (mulberry32): the same seed gives the same writes and kills, as far as timing allows. */
function seededRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Runs all writers, kills the service after some writes, and waits until they have noticed. */
async function writeUntilKilled(service: ServiceProcess, world: World): Promise<void> {
  const { random } = world;
  const writes = () => acknowledgedIn(world);
  const enough = writes() + Math.floor(random() * 20);
  let killed = false;
  const writing = writers.map((write, index) =>
    write(service, world, index).catch((error) => {
      if (!killed || error instanceof UnexpectedAnswer) throw error;
    }),
  );
  const kill = async () => {
    await wait(random() * 300);
    while (writes() < enough) await wait(5);
    killed = true;
    await service.end('SIGKILL');
  };
  await Promise.all([...writing, kill()]);
}

function acknowledgedIn({ tables, models, records, conversations }: World): number {
  return tables.acknowledged + models.acknowledged + records.acknowledged + conversations.size;
}

/** With a probability of 0.4 the service is killed once more during its start. */
async function restart(directory: string, random: () => number): Promise<ServiceProcess> {
  if (random() < 0.4) {
    const doomed = startProcess(directory);
    await wait(50 + random() * 800);
    await doomed.end('SIGKILL');
  }
  const service = startProcess(directory);
  await service.url;
  return service;
}

test(`${rounds} times kill -9 (seed ${seed}) lose nothing that was acknowledged and leave nothing half done`, {
  timeout: 300_000 + rounds * 60_000,
}, async () => {
  const directory = makeDirectory();
  const random = seededRandom(seed);
  const world = createWorld(random);
  let service = await restart(directory, random);
  const receiver = await startLoopback((_request, response) => response.end());
  onTestFinished(() => receiver.stop());
  const since = await addWebhook(service, receiver);
  await uploadTable(service, world, lessons, 1);
  await makeHouse(service);
  let interrupted = 0;

  for (let round = 0; round < rounds; round++) {
    const touched = new Set([...world.tables.names(), ...world.models.names()]);
    await writeUntilKilled(service, world);
    service = await restart(directory, random);
    const isTouched = (name: string) => !touched.has(name) || /^(?:growing|model)_\d$/.test(name);
    interrupted += await countUnfinished(service);
    await inspectTables(service, world, isTouched);
    await inspectModels(service, world, isTouched);
    await inspectRecords(service, world);
    await inspectBlobs(directory);
  }

  await eventually(async () => expect(await countUnfinished(service)).toBe(0));
  await inspectTables(service, world, everything);
  await inspectModels(service, world, everything);
  await inspectBlobs(directory);
  await inspectRecords(service, world);
  await inspectEvents(service, world);
  await inspectDeliveries(service, receiver, since);
  await eventually(() => expect(readdirSync(join(directory, 'tmp'))).toEqual([]));
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const { tables, models, records, conversations } = world;
  console.log(
    `seed ${seed}, ${rounds} kills: ${acknowledgedIn(world)} writes acknowledged (${tables.acknowledged} of tables, ` +
      `${models.acknowledged} of models, ${records.acknowledged} of other records, ${conversations.size} answers), ` +
      `${tables.unanswered + models.unanswered + records.unanswered} never answered, ${interrupted} trainings interrupted, ` +
      `${receiver.requests.length} deliveries of webhooks`,
  );
});
