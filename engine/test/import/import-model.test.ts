import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImportError, importModel } from '../../src/import/import-model.ts';
import { loadModel } from '../../src/load.ts';
import type { Model } from '../../src/model.ts';

const readModel = (name: string) => readFileSync(join(import.meta.dirname, 'models', name), 'utf8');
const recorded: { rows: Record<string, unknown>[]; predictions: Record<string, number[]> } = JSON.parse(
  readModel('predictions.json'),
);
const request = { target: 'y' };

/** Numbers, the probability of the second of two classes, or all probabilities of more. */
function predictAll(model: Model): Float64Array {
  const { values, probabilities } = model.predict(recorded.rows, {}, [])!;
  if (!probabilities) return values;
  return model.description.classes?.length === 2 ? probabilities.filter((_, index) => index % 2 === 1) : probabilities;
}

describe.each(Object.keys(recorded.predictions))('%s', (name) => {
  test('predicts rows with named categories as its library does, also from its file, and claims no confidence', () => {
    const model = importModel(readModel(name), request);
    const expected = recorded.predictions[name];
    for (const one of [model, loadModel(model.toBytes())]) {
      const answers = predictAll(one);
      expect(answers.length).toBe(expected.length);
      for (const [place, answer] of answers.entries())
        expect(Math.abs(answer - expected[place])).toBeLessThan(1e-6 * Math.max(1, Math.abs(expected[place])));
      const { lower, upper, confidence } = one.predict(recorded.rows, {}, [])!;
      expect([lower, upper, confidence[0]]).toEqual([null, null, Number.NaN]);
    }
    expect(model.description).toMatchObject({ accuracy: null, inputs: ['size', 'color', 'age', 'grade'] });
  });

  test('explains its answers: base and contributions add up', () => {
    const model = importModel(readModel(name), request);
    const { values, probabilities } = model.predict(recorded.rows, {}, [])!;
    const { base, contributions } = model.explain(recorded.rows, {}, [])!;
    for (const [row, value] of values.entries()) {
      const answer = probabilities ? probabilities[(row * probabilities.length) / values.length + value] : value;
      const sum = contributions.subarray(row * 4, row * 4 + 4).reduce((total, part) => total + part, base[row]);
      expect(Math.abs(sum - answer)).toBeLessThan(1e-6 * Math.max(1, Math.abs(answer)));
    }
  });

  test('a damaged file gives a model whose answers are finite or an ImportError, never another failure', () => {
    const text = readModel(name);
    const damage = fc.tuple(
      fc.nat(text.length - 1),
      fc.constantFrom('', '-', '9', '0', '[', '[[', '\n', '1e9'),
      fc.nat(30),
    );
    fc.assert(
      fc.property(damage, ([at, inserted, removed]) => {
        try {
          const model = importModel(text.slice(0, at) + inserted + text.slice(at + removed), request);
          // Undefined where a feature changed its kind, so that its cells cannot be read.
          const answers = model.predict(recorded.rows, {}, []);
          if (answers) expect((answers.probabilities ?? answers.values).every(Number.isFinite)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ImportError);
        }
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});

test.each([
  ['xgboost-poisson.json', /"split_conditions": ?\[[^\]]*\]/, (text: string) => text.replace(/-?\d[\d.E-]*/gi, '800')],
  ['lightgbm-poisson.txt', /leaf_value=.*/, (text: string) => text.replace(/-?\d[\d.e-]*/g, '800')],
  ['lightgbm-regression-number.txt', /leaf_value=.*/, (text: string) => text.replace(/-?\d[\d.e-]*/g, '1.7e308')],
  ['lightgbm-regression-positive.txt', /leaf_value=.*/, (text: string) => text.replace(/-?\d[\d.e-]*/g, 'inf')],
])('refuses %s when its trees add up to what is not finite', (name, leaves, enlarge) => {
  const text = readModel(name);
  expect(() => importModel(text.replaceAll(new RegExp(leaves, 'g'), enlarge), request)).toThrow(ImportError);
});

test('features and classes get the names that are given', () => {
  const text = readModel('lightgbm-multiclass-three.txt');
  const given = { featureNames: ['a', 'b', 'c', 'd'], classes: ['low', 'middle', 'high'] };
  const model = importModel(text, { ...request, ...given });
  expect(model.description).toMatchObject({ inputs: given.featureNames, classes: given.classes, task: 'multiclass' });
  expect(model.predict([{ a: 3, b: 'red' }], {}, [])?.values[0]).toBe(2);
  expect(model.readTruth('middle')).toBe(1);
});

/** A file of XGBoost with one leaf. */
function leaf(parameters: Record<string, string>, tree: object = {}): string {
  const only = {
    left_children: [-1],
    right_children: [-1],
    split_indices: [0],
    split_conditions: [1],
    default_left: [0],
  };
  const trees = [{ ...only, sum_hessian: [1], loss_changes: [0], ...tree }];
  return JSON.stringify({
    learner: {
      learner_model_param: { num_class: '0', base_score: '0', ...parameters },
      objective: { name: 'reg:squarederror' },
      gradient_booster: { name: 'gbtree', model: { tree_info: [0], trees } },
    },
  });
}

test('a file of some hundred bytes that states 65,534 features has only the inputs that its trees use', () => {
  expect(importModel(leaf({ num_feature: '65534' }), request).description).toMatchObject({
    inputs: [],
    warnings: ['65534 features that no tree uses and the file does not name are not inputs of the model.'],
  });
  const split = {
    left_children: [1, -1, -1],
    right_children: [2, -1, -1],
    split_indices: [40_000, 0, 0],
    split_conditions: [5, 1, 2],
    default_left: [0, 0, 0],
    sum_hessian: [2, 1, 1],
    loss_changes: [1, 0, 0],
  };
  const model = importModel(leaf({ num_feature: '65534' }, split), request);
  expect(model.description.inputs).toEqual(['f40000']);
  expect([...model.predict([{ f40000: 4 }, { f40000: 6 }], {}, [])!.values]).toEqual([1, 2]);
});

test('a model without names keeps all of its features where there are not too many', () => {
  expect(importModel(leaf({ num_feature: '1000' }), request).description.inputs).toHaveLength(1000);
});

/** Without spaces that a formatter may have added. */
const xgboost = JSON.stringify(JSON.parse(readModel('xgboost-binary-logistic-two.json')));
const lightgbm = readModel('lightgbm-regression-number.txt');

test.each([
  ['two classes of one name', xgboost, { classes: ['a', 'a'] }, 'as many different names'],
  ['classes of a number', lightgbm, { classes: ['a', 'b'] }, 'no classes to name'],
  ['too few names', xgboost, { featureNames: ['a'] }, 'The file has 4 features, but 1 names are given'],
  ['a name twice', xgboost, { featureNames: ['a', 'b', 'a', 'c'] }, 'Two features are called a'],
  ['the target among the features', xgboost, { target: 'age' }, 'are both called age'],
  [
    'an objective of its owner',
    lightgbm.replace('objective=regression', 'objective=custom'),
    {},
    'custom is not supported',
  ],
  ['a binary file', xgboost.replace('{', '{L\u0000'), {}, 'not in .ubj'],
  ['vectors in leaves', xgboost.replaceAll('"size_leaf_vector":"1"', '"size_leaf_vector":"2"'), {}, 'list of values'],
  ['several targets', xgboost.replace('"num_target":"1"', '"num_target":"3"'), {}, 'several targets'],
  [
    'a billion outputs',
    lightgbm.replace('num_tree_per_iteration=1', 'num_tree_per_iteration=1000000000'),
    {},
    'at most 1000',
  ],
  ['half a feature', xgboost.replaceAll('"num_feature":"4"', '"num_feature":"4.5"'), {}, 'out of range'],
  [
    'names for a billion features',
    xgboost.replaceAll('"num_feature":"4"', '"num_feature":"1e9"'),
    { featureNames: ['a'] },
    'at most 10000',
  ],
  ['20,000 classes', leaf({ num_feature: '1', num_class: '20000' }), {}, 'at most 1000'],
  ['an endless set', lightgbm.replace(/cat_boundaries=0 1/, 'cat_boundaries=0 1e9'), {}, 'cat_threshold'],
  [
    'lists in lists',
    xgboost.replace('"left_children":[', `"left_children":[${'['.repeat(1e5)}${']'.repeat(1e5)},`),
    {},
    'numbers only',
  ],
  ['names that overlap', xgboost.replace('[0,4,9,18,21]', '[0,21,0,21,0,21]'), {}, 'offsets must rise'],
  ['names beyond the end', xgboost.replace('[0,4,9,18,21]', '[0,4,9,18,1000]'), {}, 'offsets must rise'],
  ['no base score', xgboost.replace(/"base_score":"[^"]*"/, '"base_score":""'), {}, 'base_score is out of range'],
  [
    'an objective that every object has',
    xgboost.replace('"name":"binary:logistic"', '"name":"__proto__"'),
    {},
    '__proto__ is not supported',
  ],
  ['nothing', '', {}, 'does not start with'],
])('is refused with a reason: %s', (_, text, changes, reason) => {
  expect(() => importModel(text, { ...request, ...changes })).toThrow(ImportError);
  expect(() => importModel(text, { ...request, ...changes })).toThrow(reason);
});
