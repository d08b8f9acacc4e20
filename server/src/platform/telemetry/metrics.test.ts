import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

const longEnoughMs = 300;

it('looks at the event loop twenty times a second, because each look wakes an idle process', async () => {
  const metrics = new Metrics();
  metrics.watchProcess();
  await metrics.print(); // forgets what was seen before
  await pause(longEnoughMs);
  const [, median] = /^nodejs_eventloop_lag_p50_seconds (\S+)/m.exec(await metrics.print()) ?? [];
  expect(Number(median)).toBeGreaterThan(0.045);
});
