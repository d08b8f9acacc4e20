/** A clock that is set back by an hour, as after a wrong start of a machine, stops nothing for that hour. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateWindows } from '../../src/http/limits/rate-limit.ts';
import { watchDiskSpace } from '../../src/platform/blobs/disk-space.ts';
import { Listener } from '../../src/platform/journal/listener.ts';
import { VisitLimit } from '../../src/resources/chatbots/web/visit-limit.ts';
import { makeDirectory } from '../service-process.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function setBackAndWait(milliseconds: number): void {
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(milliseconds);
}

test('a key that used its rate up has it again after a second', () => {
  const windows = new RateWindows();
  const policies = [{ name: 'key', partition: 'a', perSecond: 1 }] as const;
  windows.takeAll(policies);
  expect(windows.violated(policies)).toHaveLength(1);
  setBackAndWait(1000);
  expect(windows.violated(policies)).toEqual([]);
});

test('visitors are let in again after a minute', () => {
  const limit = new VisitLimit();
  const take = () => limit.take([{ key: 'ann', most: 1 }])?.seconds;
  expect([take(), take()]).toEqual([undefined, 60]);
  setBackAndWait(60_000);
  expect(take()).toBeUndefined();
});

test('a full disk is noticed after a second', async () => {
  let isBroken = false;
  const hasRoom = watchDiskSpace(makeDirectory(), { isBroken: async () => isBroken } as never);
  expect(await hasRoom()).toBe(true);
  isBroken = true;
  setBackAndWait(1000);
  expect(await hasRoom()).toBe(false);
});

test('an event stream goes on to show that it lives', () => {
  const write = vi.fn();
  const options = { streamId: 'one', after: 0, types: undefined, subject: undefined };
  const listener = new Listener({ write, writableNeedDrain: false } as unknown as ServerResponse, options);
  write.mockClear();
  setBackAndWait(15_000);
  listener.beat();
  expect(write).toHaveBeenCalledOnce();
});
