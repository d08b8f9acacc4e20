import { expect, it } from 'vitest';
import { beyondLimit, ServiceError } from '../../errors.ts';
import { retryAfterOf } from './retry-after.ts';

it.each([
  ['a queue that moves', beyondLimit('queue_full', '', { name: 'waiting_requests', value: 1 }), '5'],
  ['a queue of trainings', beyondLimit('queue_full', '', { name: 'trainings_queued', value: 1 }), '30'],
  ['a service that starts again', new ServiceError('shutting_down', ''), '10'],
  ['what somebody must configure', new ServiceError('language_model_not_configured', ''), '300'],
  ['an error that knows better', new ServiceError('overloaded', '', { headers: { 'retry-after': '2' } }), '2'],
  ['an error that no waiting mends', new ServiceError('invalid_input', ''), undefined],
])('tells how long to wait by the cause: %s', (_, error, seconds) => {
  expect(retryAfterOf(error)).toBe(seconds);
});
