import { expect, test } from 'vitest';
import { readForecastRequest } from './forecast-settings.ts';

test('a busy machine has longer, and does as much', () => {
  const request = { target: 'sales', orderBy: 'day' };
  expect(readForecastRequest({ ...request, slowness: 4 })).toMatchObject({ budgetSeconds: 240, calmSeconds: 60 });
  const asked = readForecastRequest({ ...request, slowness: 4, timeBudgetSeconds: 30 });
  expect(asked).toMatchObject({ budgetSeconds: 30, calmSeconds: 30 });
});
