import { join } from 'node:path';
import { type BackgroundProcess, startBackground } from '../process/background.ts';
import { onLoadCore, pinning } from '../process/pinning.ts';
import { answers, findFreePort, waitUntil } from '../process/ready.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { askOnce } from './ask.ts';
import { type Contender, startEcho, startTrainedSibyl } from './contender.ts';
import { type Measured, measureScenario, type Timing } from './measure.ts';
import { renderMeasured } from './report.ts';

const scrapeEveryMs = 1000;
const plainName = 'plain';
const sampledName = 'seen, a tenth traced';
const tracedName = 'seen, all traced';

/**
 * Measures the cost of observability: the plain service against one with a key, a rate limit that is not reached, a
 * metrics scrape per second, and a tenth or all of the requests traced.
 */
export async function measureSeen(options: string[], timing: Timing, row: Record<string, unknown>): Promise<void> {
  console.log(describeRun('predict', options, [pinning]));
  const folder = makeScratchFolder();
  const collector = await startCollector();
  const plain = await startTrainedSibyl(folder, plainName);
  const echo = await startEcho(folder, { 1: await askOnce(plain.contender.url, [row]) });
  const sampled = await startSeen(folder, sampledName, collector, '0.1');
  const traced = await startSeen(folder, tracedName, collector, '1');
  const contenders = [echo, plain.contender, sampled, traced];
  const scenario = { title: '1 row, 32 connections', body: [row], connections: 32 };
  const measured = await measureScenario(scenario, contenders, timing, folder);
  console.log(`\n${scenario.title}\n\n${renderMeasured(measured, 1)}\n\n${renderSeenGoals(measured)}`);
}

/** Starts a service as in production, scraped from now on. */
async function startSeen(folder: string, name: string, collector: string, share: string): Promise<Contender> {
  const { base, contender } = await startTrainedSibyl(folder, name, {
    SIBYL_REQUESTS_PER_SECOND: '1000000',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: share,
  });
  const admin = await makeKey(base, { name: 'admin', role: 'admin' });
  const predictor = await makeKey(base, { name: 'load', role: 'predictor' }, admin);
  const scrape = async () => (await fetch(`${base}/metrics`, { headers: bearer(admin) })).text();
  setInterval(() => scrape().catch(() => {}), scrapeEveryMs);
  return { ...contender, headers: bearer(predictor) };
}

async function makeKey(base: string, body: object, secret?: string): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(secret ? bearer(secret) : {}) };
  const answer = await fetch(`${base}/api/keys`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`No key was made: ${text}`);
  const { secret: made }: { secret: string } = JSON.parse(text);
  return made;
}

function bearer(secret: string): Record<string, string> {
  return { authorization: `Bearer ${secret}` };
}

async function startCollector(): Promise<string> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const script = join(import.meta.dirname, 'collector.ts');
  const command = onLoadCore([process.execPath, script, String(port)]);
  const collector: BackgroundProcess = await startBackground({ name: 'the collector', command });
  await waitUntil(collector, 30, () => answers(url));
  return url;
}

function renderSeenGoals(measured: Measured): string {
  const goals: Goal[] = (['requestsPerSecond', 'requestsPerCpuSecond'] as const).flatMap((key) => {
    const what = key === 'requestsPerSecond' ? 'requests/s' : 'requests per CPU second';
    const share = (name: string, of: string) =>
      (100 * (measured.get(name)?.[key] ?? Number.NaN)) / (measured.get(of)?.[key] ?? Number.NaN);
    const goal = (name: string, of: string, wanted: number): Goal => ({
      what: `${what}, ${name} / ${of}`,
      measured: share(name, of),
      bound: 'at least',
      goal: wanted,
      unit: ' %',
    });
    return [goal(sampledName, plainName, 90), goal(tracedName, plainName, 0), goal(plainName, 'echo', 85)];
  });
  return tellGoals(goals);
}
