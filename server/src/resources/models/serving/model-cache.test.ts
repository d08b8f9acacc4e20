import { expect, test, vi } from 'vitest';
import { ModelCache, type ModelFile, type ModelLoader } from './model-cache.ts';
import type { ServedModel } from './served-model.ts';

function loaderOf(key: string, byteSize = 10) {
  const file: ModelFile = { key, modelId: `mdl_${key}`, projectId: 'prj_1', byteSize, headerBytes: 8 };
  const find = vi.fn(async () => file);
  // The cache needs only these fields of a model.
  const read = vi.fn(async () => ({ ...file, lastUse: 0 }) as unknown as ServedModel);
  return { find, read } satisfies ModelLoader;
}

test('the model that was not used for longest goes first, however long ago it was loaded', async () => {
  const cache = new ModelCache(30);
  for (const key of ['a', 'b', 'c']) await cache.load('p', key, loaderOf(key));
  cache.find('p', 'a'); // the oldest, but in use
  await cache.load('p', 'd', loaderOf('d'));
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.find('p', key))).toEqual(['a', 'c', 'd']);
  expect(cache.usage).toEqual({ models: 3, bytes: 30 });
});

test('a version is held once however it is addressed, and goes under every address', async () => {
  const cache = new ModelCache(20);
  const loader = loaderOf('a');
  const spellings = ['rents', 'rents.1', 'mdl_a', 'mdl_a.1'];
  const models = await Promise.all(spellings.map((model) => cache.load('p', model, loader)));
  await cache.load('prj_1', 'rents', loader);
  expect(new Set(models).size).toBe(1);
  expect(loader.read).toHaveBeenCalledTimes(1);
  expect(cache.usage).toEqual({ models: 1, bytes: 10 });
  await cache.load('p', 'b', loaderOf('b', 15));
  expect([...spellings.map((model) => cache.find('p', model)), cache.find('prj_1', 'rents')]).toEqual(
    Array(5).fill(undefined),
  );
});

test('a cold model is found once and read once for all who ask at the same time', async () => {
  const cache = new ModelCache();
  const loader = loaderOf('a');
  await Promise.all(Array.from({ length: 20 }, () => cache.load('p', 'rents', loader)));
  expect([loader.find, loader.read].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('what was forgotten while it was looked up is not kept', async () => {
  const cache = new ModelCache();
  const loader = loaderOf('a');
  loader.find.mockImplementationOnce(async () => {
    cache.forget('mdl_a');
    return { key: 'a', modelId: 'mdl_a', projectId: 'prj_1', byteSize: 10, headerBytes: 8 };
  });
  await cache.load('p', 'rents', loader);
  expect(cache.find('p', 'rents')).toBeUndefined();
  expect(cache.usage).toEqual({ models: 0, bytes: 0 });
});

test('a model that cannot be read is tried again', async () => {
  const cache = new ModelCache();
  const loader = loaderOf('a');
  loader.read.mockRejectedValueOnce(new Error('gone'));
  await expect(cache.load('p', 'rents', loader)).rejects.toThrow('gone');
  expect(await cache.load('p', 'rents', loader)).toMatchObject({ key: 'a' });
});

test('a model too large for here is only found', async () => {
  const cache = new ModelCache();
  const loader = loaderOf('a', 17 * 1024 * 1024);
  expect(await cache.load('p', 'rents', loader)).toMatchObject({ byteSize: 17 * 1024 * 1024 });
  expect(loader.read).not.toHaveBeenCalled();
  expect(cache.usage).toEqual({ models: 0, bytes: 0 });
});

test('a model with a long header, as of many columns, is only found', async () => {
  const cache = new ModelCache();
  const loader = loaderOf('a');
  const file = { key: 'a', modelId: 'mdl_a', projectId: 'prj_1', byteSize: 400_000, headerBytes: 300_000 };
  loader.find.mockResolvedValueOnce(file);
  expect(await cache.load('p', 'rents', loader)).toBe(file);
  expect(loader.read).not.toHaveBeenCalled();
});

test('twenty models in rotation over room for five stay within it, and the one in use stays in memory', async () => {
  const cache = new ModelCache(50);
  const loaders = Array.from({ length: 20 }, (_, index) => loaderOf(`m${index}`));
  const busy = loaderOf('busy');
  await cache.load('p', 'busy', busy);
  for (let round = 0; round < 5; round += 1) {
    for (const [index, loader] of loaders.entries()) {
      await cache.load('p', `m${index}`, loader);
      await cache.load('p', 'busy', busy);
      expect(cache.usage.bytes).toBeLessThanOrEqual(50);
    }
  }
  expect(busy.read).toHaveBeenCalledTimes(1);
  expect(loaders.every(({ read }) => read.mock.calls.length === 5)).toBe(true);
});
