import { expect, test } from 'vitest';
import { readForecastRequest } from './forecast-settings.ts';

test('a busy machine has longer, and does as much', () => {
  const request = { target: 'sales', orderBy: 'day' };
  expect(readForecastRequest({ ...request, slowness: 4 })).toMatchObject({ budgetSeconds: 240, calmSeconds: 60 });
  const asked = readForecastRequest({ ...request, slowness: 4, timeBudgetSeconds: 30 });
  expect(asked).toMatchObject({ budgetSeconds: 30, calmSeconds: 30 });
});

test.each([
  ['fast', 5],
  ['balanced', 60],
  ['best', 300],
] as const)('a forecast of the quality %s takes as long as any model of it: %d s', (quality, calmSeconds) => {
  expect(readForecastRequest({ target: 'sales', orderBy: 'day', quality })).toMatchObject({ calmSeconds });
});

test('a quality that does not exist is refused', () => {
  const quality = 'superb' as 'best';
  expect(() => readForecastRequest({ target: 'sales', orderBy: 'day', quality })).toThrow('must be one of fast');
});
