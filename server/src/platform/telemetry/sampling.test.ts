import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { readSampling } from './sampling.ts';

function samplingOf(sampler: string, share = '1') {
  return readSampling(readConfig({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }));
}

function parent(traceFlags: 0 | 1, randomPart = '80000000000000') {
  return { traceId: `4bf92f3577b34da6a3${randomPart}`, spanId: '00f067aa0ba902b7', traceFlags };
}

test.each([
  ['always_on', true, true],
  ['always_off', false, false],
  ['parentbased_always_on', true, false],
  ['parentbased_always_off', false, false],
])('%s', (sampler, keepsNew, keepsUnkept) => {
  const sampling = samplingOf(sampler);
  expect([sampling.samplesNew(), sampling.samplesRemote(parent(0))]).toEqual([keepsNew, keepsUnkept]);
  expect(sampling.samplesRemote(parent(1))).toBe(sampler !== 'always_off');
});

test('a share is kept of new traces, and of remote ones by their ID, as everybody keeps who keeps as much', () => {
  const sampling = samplingOf('traceidratio', '0.25');
  const kept = Array.from({ length: 10_000 }, () => sampling.samplesNew()).filter(Boolean);
  expect(kept.length).toBeGreaterThan(2000);
  expect(kept.length).toBeLessThan(3000);
  expect(sampling.samplesRemote(parent(0, 'c0000000000000'))).toBe(true);
  expect(sampling.samplesRemote(parent(1, 'bfff0000000000'))).toBe(false);
});
