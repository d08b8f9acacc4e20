import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assembleKernel, renderKernel } from '../../scripts/assemble-kernel.ts';
import { binFeatures } from '../../src/trees/binning/bin-features.ts';
import { checkForest } from '../../src/trees/forest/check-forest.ts';
import { trainForest } from '../../src/trees/growing/boost.ts';
import { createWasmKernel } from '../../src/trees/kernel/wasm.ts';
import { createJavascriptKernel } from './javascript-kernel.ts';
import { randomTraining } from './random-training.ts';

const engine = join(import.meta.dirname, '../..');

test('the committed kernel is the one that its source assembles to', async () => {
  const committed = readFileSync(join(engine, 'src/trees/generated/kernel.ts'), 'utf8');
  expect(renderKernel(await assembleKernel(join(engine, 'kernel')))).toBe(committed);
});

test('WASM and JavaScript kernels cut the same bins', () => {
  fc.assert(
    fc.property(randomTraining, ({ features, rowCount }) => {
      const [fast, oracle] = [createWasmKernel, createJavascriptKernel].map((createKernel) => {
        const { arena, columns, blocks } = binFeatures(features, rowCount, { createKernel });
        const bins = arena.bytes(columns, rowCount * features.length);
        return [bins, arena.bytes(blocks[0].address, rowCount * features.length)];
      });
      expect(fast).toEqual(oracle);
    }),
  );
});

test('WASM and JavaScript kernels train the same forest, bit for bit', () => {
  fc.assert(
    fc.property(randomTraining, ({ features, rowCount, objective, settings }) => {
      const binned = binFeatures(features, rowCount, { maxBins: 64 });
      const fast = trainForest(binned, objective, settings, { createKernel: createWasmKernel });
      const oracle = trainForest(binned, objective, settings, { createKernel: createJavascriptKernel });
      checkForest(fast.forest);
      expect(fast).toEqual(oracle);
    }),
    { numRuns: 150 },
  );
});
