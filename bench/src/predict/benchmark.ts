import { parseArgs } from 'node:util';
import { pinning } from '../process/pinning.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { preparePython } from '../python/environment.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { askOnce, checkAgreement } from './ask.ts';
import { measureBeside } from './beside.ts';
import { measureCold, measureRotation } from './cold.ts';
import { startEcho, startPeer, startTrainedSibyl } from './contender.ts';
import { measureKinds } from './kinds.ts';
import { measureScenario, type Scenario } from './measure.ts';
import { renderMeasured, renderPredictGoals } from './report.ts';
import { measureSeen } from './seen.ts';
import { renderStartGoals, waitForIdleMemory } from './start-goals.ts';
import { measureWatched } from './watched.ts';
import { measureWays } from './ways.ts';

export const predictBenchmark: Benchmark = {
  summary:
    'Predictions over HTTP: Sibyl, FastAPI with scikit-learn on the same rows, and a bare Fastify echo as upper limit.',
  usage:
    '[--rounds 3] [--seconds 4] [--kinds | --seen | --watched [--only row|batch] | --ways | --beside [--only <work>] | --cold | --rotation <models> [--room <models>]]',
  run: measurePredict,
};

const target = 'rental_price';
/** The row of the README: two columns missing, which are filled in from training rows; numbers as text. */
const exampleRow = { sqft: '823', location: 'good', neighborhood: 'downtown', days_on_market: '10' };

async function measurePredict(options: string[]): Promise<void> {
  const { rounds, seconds, kinds, seen, watched, ways, beside, only, cold, rotation, room } = readOptions(options);
  if (beside) return measureBeside(options, exampleRow, only);
  if (cold) return measureCold(options);
  if (rotation > 0) return measureRotation(options, rotation, Math.min(room, rotation), exampleRow);
  if (kinds) return measureKinds(options, { rounds, seconds, warmUpSeconds: 1 }, exampleRow);
  if (watched) return measureWatched(options, { rounds, seconds, warmUpSeconds: 1 }, only);
  if (ways) return measureWays(options, { rounds, seconds, warmUpSeconds: 1 });
  if (seen) return measureSeen(options, { rounds, seconds, warmUpSeconds: 1 }, exampleRow);
  const python = preparePython(['fastapi', 'uvicorn', 'scikit-learn', 'pandas']);
  console.log(describeRun('predict', options, [...python.versions, pinning]));
  const folder = makeScratchFolder();
  const sibyl = await startTrainedSibyl(folder);
  const idleMegabytes = await waitForIdleMemory(sibyl.contender.process.pid);
  console.log(`${renderStartGoals({ ...sibyl, idleMegabytes })}\n`);

  const batch = sibyl.rows.slice(0, 1000).map(({ [target]: _truth, ...inputs }) => inputs);
  const answersBySize = {
    1: await askOnce(sibyl.contender.url, [batch[0]]),
    [batch.length]: await askOnce(sibyl.contender.url, batch),
  };
  const peer = await startPeer(python.interpreter, folder, sibyl.rows);
  checkAgreement(target, answersBySize[batch.length], await askOnce(peer.url, batch));
  const contenders = [sibyl.contender, peer, await startEcho(folder, answersBySize)];

  const oneRowScenario: Scenario = { title: '1 complete row, 32 connections', body: [batch[0]], connections: 32 };
  const incompleteScenario: Scenario = {
    title: '1 incomplete row, 32 connections',
    body: [exampleRow],
    connections: 32,
  };
  const batchScenario: Scenario = { title: `${batch.length} rows, 2 connections`, body: batch, connections: 2 };
  const timing = { rounds, seconds, warmUpSeconds: 1 };
  const oneRow = await measureScenario(oneRowScenario, contenders, timing, folder);
  const incomplete = await measureScenario(incompleteScenario, contenders, timing, folder);
  const batches = await measureScenario(batchScenario, contenders, timing, folder);
  console.log(`\n${oneRowScenario.title}\n\n${renderMeasured(oneRow, 1)}`);
  console.log(`\n${incompleteScenario.title}\n\n${renderMeasured(incomplete, 1)}`);
  console.log(`\n${batchScenario.title}\n\n${renderMeasured(batches, batch.length)}`);
  console.log(`\n${renderPredictGoals(oneRow, incomplete, batches)}`);
}

function readOptions(options: string[]) {
  const { values } = parseArgs({
    args: options,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      kinds: { type: 'boolean', default: false },
      seen: { type: 'boolean', default: false },
      watched: { type: 'boolean', default: false },
      ways: { type: 'boolean', default: false },
      beside: { type: 'boolean', default: false },
      only: { type: 'string' },
      cold: { type: 'boolean', default: false },
      rotation: { type: 'string', default: '0' },
      room: { type: 'string', default: '50' },
    },
  });
  return {
    rounds: readInteger('--rounds', values.rounds, 1, 100),
    seconds: readInteger('--seconds', values.seconds, 1, 60),
    kinds: values.kinds,
    seen: values.seen,
    watched: values.watched,
    ways: values.ways,
    beside: values.beside,
    only: values.only,
    cold: values.cold,
    rotation: readInteger('--rotation', values.rotation, 0, 1000),
    room: readInteger('--room', values.room, 1, 1000),
  };
}
