import { expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

/** Each scrape forgets what was seen before, so that one of these spans is calm on a busy machine, too. */
const spanMs = 400;

it('looks at the event loop twenty times a second, because each look wakes an idle process', async () => {
  const metrics = new Metrics();
  metrics.watchProcess();
  const median = async () => Number(/^nodejs_eventloop_lag_p50_seconds (\S+)/m.exec(await metrics.print())?.[1]);
  await expect.poll(median, { interval: spanMs, timeout: 20_000 }).toBeGreaterThan(0.045);
});
