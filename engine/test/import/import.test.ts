import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importLightgbm } from '../../src/import/lightgbm.ts';
import { ImportError } from '../../src/import/source-tree.ts';
import { importXgboost } from '../../src/import/xgboost.ts';
import { countFeatures, countOutputs } from '../../src/trees/forest/forest.ts';
import { compileForest } from '../../src/trees/predict/compile.ts';

const readModel = (name: string) => readFileSync(join(import.meta.dirname, 'models', name), 'utf8');
const recorded: { rows: (number | null)[][]; margins: Record<string, number[]> } = JSON.parse(
  readModel('margins.json'),
);

function importModel(name: string, text: string) {
  return name.startsWith('xgboost') ? importXgboost(text) : importLightgbm(text);
}

describe.each(Object.keys(recorded.margins))('%s', (name) => {
  test('scores what the library scores, to 1e-6', () => {
    const { forest } = importModel(name, readModel(name));
    const width = countFeatures(forest);
    const rows = recorded.rows.flatMap((row) => row.slice(0, width).map((cell) => cell ?? Number.NaN));
    const scores = new Float64Array(recorded.rows.length * countOutputs(forest));
    compileForest(forest).scoreRows(Float64Array.from(rows), recorded.rows.length, scores);
    const expected = recorded.margins[name];
    expect(scores.length).toBe(expected.length);
    for (const [place, score] of scores.entries()) {
      expect(Math.abs(score - expected[place])).toBeLessThan(1e-6 * Math.max(1, Math.abs(expected[place])));
    }
  });

  test('a damaged file gives a forest or an ImportError, never another failure', () => {
    const text = readModel(name);
    const damage = fc.tuple(
      fc.nat(text.length - 1),
      fc.constantFrom('', '-', '9', '0', 'x', '[', ' ', '\n', '1e9'),
      fc.nat(30),
    );
    fc.assert(
      fc.property(damage, ([at, inserted, removed]) => {
        try {
          importModel(name, text.slice(0, at) + inserted + text.slice(at + removed));
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('an unknown objective is named', () => {
  const text = readModel('xgboost-regression.json').replaceAll('reg:squarederror', 'reg:unheard');
  expect(() => importXgboost(text)).toThrow('The objective reg:unheard is not supported');
});
