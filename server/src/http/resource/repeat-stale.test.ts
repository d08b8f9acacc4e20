import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { ServiceError } from '../../errors.ts';
import { repeatStale } from './repeat-stale.ts';

const asking = (headers: Record<string, string> = {}) =>
  ({ headers, routeOptions: { url: '/records/:id' }, params: { id: '1' } }) as unknown as FastifyRequest;
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

test('changes of one record at once are made again one after another', async () => {
  let [revision, tries] = [0, 0];
  const change = async () => {
    tries += 1;
    const read = revision;
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (read !== revision) throw stale();
    revision += 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => repeatStale(asking(), change)));
  expect([revision, tries]).toEqual([20, 39]);
});

test('a change that fails lets the next one go on', async () => {
  const change = (last: Error | string) =>
    vi
      .fn(async () => {
        if (last instanceof Error) throw last;
        return last;
      })
      .mockRejectedValueOnce(stale());
  const [failed, made] = [new Error('It failed.'), 'changed'].map((last) => repeatStale(asking(), change(last)));
  await expect(failed).rejects.toThrow('It failed.');
  await expect(made).resolves.toBe('changed');
});
