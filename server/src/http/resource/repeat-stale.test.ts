import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { ServiceError } from '../../errors.ts';
import { repeatStale } from './repeat-stale.ts';

const asking = (headers: Record<string, string> = {}) => ({ headers }) as unknown as FastifyRequest;
const stale = () => new ServiceError('stale_record', 'Somebody changed it.');

test('a change that others were faster with is made again until it is made', async () => {
  const change = vi
    .fn(async () => 'changed')
    .mockRejectedValueOnce(stale())
    .mockRejectedValueOnce(stale());
  await expect(repeatStale(asking(), change)).resolves.toBe('changed');
  expect(change).toHaveBeenCalledTimes(3);
});

test('a change of a state that is named is refused at once', async () => {
  const change = vi.fn(async () => 'changed').mockRejectedValueOnce(stale());
  await expect(repeatStale(asking({ 'if-match': 'W/"1"' }), change)).rejects.toMatchObject({ code: 'stale_record' });
  expect(change).toHaveBeenCalledTimes(1);
});

test('another fault is not repeated', async () => {
  const change = vi.fn(async () => 'changed').mockRejectedValueOnce(new ServiceError('name_taken', 'It is taken.'));
  await expect(repeatStale(asking(), change)).rejects.toMatchObject({ code: 'name_taken' });
  expect(change).toHaveBeenCalledTimes(1);
});
