import { expect, test } from 'vitest';
import { RequestDurations } from './request-durations.ts';

test('requests are counted in the buckets of their time, each bucket with all below it', () => {
  const durations = new RequestDurations();
  for (const seconds of [0.0004, 0.002, 0.002, 99]) durations.observe('GET', '/health/live', 200, seconds);
  durations.observe('GET', '/health/live', 503, 1);
  const printed = durations.print().split('\n');
  const labels = 'method="GET",route="/health/live",status="200"';
  expect(printed).toContain(`sibyl_http_request_duration_seconds_bucket{le="0.001",${labels}} 1`);
  expect(printed).toContain(`sibyl_http_request_duration_seconds_bucket{le="30",${labels}} 3`);
  expect(printed).toContain(`sibyl_http_request_duration_seconds_bucket{le="+Inf",${labels}} 4`);
  expect(printed).toContain(`sibyl_http_request_duration_seconds_count{${labels}} 4`);
  expect(printed.filter((line) => line.includes('_sum{'))).toHaveLength(2);
});
