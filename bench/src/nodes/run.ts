import type { Goal } from '../report/goal.ts';
import { letBefall } from './faults.ts';
import type { Installation } from './installation.ts';
import { Chat } from './load-chat.ts';
import { keepPredicting } from './load-predictions.ts';
import { checkTrainings, keepTraining, prepareModels } from './load-trainings.ts';
import { checkWrites, keepWriting, openLedger, prepareWrites } from './load-writes.ts';

const perSecond = 10;

/** What a run with faults has shown: goals, counts, and a sentence of each fault of the service. */
export interface Outcome {
  goals: Goal[];
  counts: string;
  findings: string[];
}

/** Uses an installation in every way while faults befall it, and then compares all with what was acknowledged. */
export async function runWithFaults(at: Installation, seconds: number, tell: (line: string) => void): Promise<Outcome> {
  const chat = new Chat(at);
  await prepareModels(at);
  await prepareWrites(at);
  await chat.prepare();
  const ledger = openLedger();
  const ending = new AbortController();
  const { signal } = ending;
  const always = { name: 'the balancer', base: at.base, livesSince: () => true };
  const predicting = at.apis.map((node) => keepPredicting(at, node, perSecond, signal));
  const throughBalancer = keepPredicting(at, always, perSecond, signal);
  const work = Promise.all([keepWriting(at, ledger, signal), chat.keepTalking(signal), keepTraining(at, signal)]);
  await Promise.race([work, letBefall(at, seconds, tell)]); // load that is refused ends the run at once
  tell('all faults are over');
  ending.abort();
  const [, , names] = await work;
  const predicted = await Promise.all(predicting);
  const balanced = await throughBalancer;
  const writes = await checkWrites(at, ledger);
  const trainings = await checkTrainings(at, names);
  const messages = await chat.check();
  const asked = predicted.reduce((sum, one) => sum + one.asked, 0);
  const failures = predicted.flatMap((one) => one.failures);
  const share = (failed: number, of: number) => 100 * (1 - failed / of);
  const goals: Goal[] = [
    {
      what: 'predictions that succeed, on nodes that live',
      measured: share(failures.length, asked),
      bound: 'at least',
      goal: 99.9,
      unit: ' %',
    },
    {
      what: 'acknowledged writes that are lost or doubled',
      measured: writes.length,
      bound: 'at most',
      goal: 0,
      unit: '',
    },
    {
      what: 'trainings that are lost or completed twice',
      measured: trainings.length,
      bound: 'at most',
      goal: 0,
      unit: '',
    },
    {
      what: 'messages that are not answered exactly once',
      measured: messages.length,
      bound: 'at most',
      goal: 0,
      unit: '',
    },
  ];
  const { acknowledged, unknown } = ledger.appends;
  const counts = [
    `${asked} predictions on living nodes, ${predicted.reduce((sum, one) => sum + one.stale, 0)} of them by a node without the database`,
    `${balanced.asked} through the balancer, ${balanced.failures.length} failed`,
    `${ledger.skills.size} skills, ${ledger.tables.size} tables, ${acknowledged} appends (${unknown} of unknown outcome)`,
    `${names.length} trainings, ${chat.said} messages`,
  ].join('; ');
  return { goals, counts, findings: [...failures, ...writes, ...trainings, ...messages] };
}
