import { setTimeout as pause } from 'node:timers/promises';
import { call, requireSuccess } from './call.ts';
import type { Installation } from './installation.ts';
import type { Member } from './member.ts';

const lookEveryMs = 4;
const longestMs = 30_000;

/**
 * Switches a model between two versions by one node after the other. Returns the milliseconds from the answer of each
 * switch until each other node predicts by the version.
 */
export async function measureSwitches({ apis, authorization }: Installation, times: number): Promise<number[]> {
  const path = '/api/projects/default/models/switched';
  const options = { headers: { authorization } };
  const predict = async ({ base }: Member) =>
    requireSuccess(await call('POST', `${base}${path}/predict`, [{ x: 10 }], options));
  const answerOf = async (member: Member) => JSON.stringify(await predict(member));
  const lags: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const before = await Promise.all(apis.map(answerOf));
    const by = apis[count % apis.length];
    requireSuccess(await call('PUT', `${by.base}${path}`, { active_version: 1 + (count % 2) }, options));
    const switched = performance.now();
    const seen = async (member: Member, former: string) => {
      while ((await answerOf(member)) === former) {
        if (performance.now() - switched > longestMs) throw new Error(`${member.name} does not see the switch`);
        await pause(lookEveryMs);
      }
      return performance.now() - switched;
    };
    const others = apis.flatMap((member, index) => (member === by ? [] : [seen(member, before[index])]));
    lags.push(...(await Promise.all(others)));
  }
  return lags;
}
