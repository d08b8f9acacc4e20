import type { BacktestDescription } from '@sibyl/engine/backtest-description.ts';
import { expect, it } from 'vitest';
import { type JudgedForecast, judgeForecast } from './judge-forecast.ts';

/** A forecast whose trials are `error` too low, with a little noise. */
function forecast(error: number, max: string): JudgedForecast {
  const points = Array.from({ length: 40 }, (_, time) => ({
    series: {},
    origin: time - 1,
    time,
    step: 1,
    actual: 100,
    forecast: 100 - error - (time % 3) / 10,
    naive: 90,
    scale: 10,
  }));
  const range = { column: 'month', type: 'datetime', min: '2001-01', max, median: null, values: null };
  return {
    backtest: { level: 0.9, origins: 40, steps: [], series: [], points } as unknown as BacktestDescription,
    plan: { order_by: 'month' },
    ranges: [range] as JudgedForecast['ranges'],
  };
}

it('lets the version answer that knows newer times, unless it is clearly worse', () => {
  const equal = judgeForecast(forecast(2, '2009-12'), forecast(2, '2010-12'));
  expect(equal).toMatchObject({ isBetter: true, compared: { rows: 40, gain: 0 } });
  expect(equal.reason).toMatch(/end at 2010-12, those of the active version at 2009-12/);
  const worse = judgeForecast(forecast(2, '2009-12'), forecast(5, '2010-12'));
  expect(worse).toMatchObject({ isBetter: false, reason: expect.stringMatching(/begin(ning)? after 2009-12/) });
  expect(worse.compared?.gain).toBeCloseTo(-3);
  expect(worse.reason).toMatch(/tried on, its mae is [\d.]+ and that of the active version [\d.]+: worse by 3/);
});

it('asks of the same times that it is better', () => {
  expect(judgeForecast(forecast(2, '2009-12'), forecast(2, '2009-12')).isBetter).toBe(false);
  expect(judgeForecast(forecast(5, '2009-12'), forecast(2, '2009-12')).isBetter).toBe(true);
});

it('takes the newer version where nothing can be compared', () => {
  const short = { ...forecast(2, '2010-12'), backtest: undefined };
  expect(judgeForecast(forecast(2, '2009-12'), short)).toMatchObject({ isBetter: true, compared: null });
});
