import { importModel } from '@sibyl/engine/import/import-model.ts';
import { loadModel } from '@sibyl/engine/load.ts';
import { train } from '@sibyl/engine/train.ts';
import { expect, test } from 'vitest';
import { compileCheck } from '../../../http/request/validation.ts';
import { predictBody, readPredictRequest } from './predict-request.ts';
import { ServedModel } from './served-model.ts';

const rowCount = 60;
const values = Float64Array.from({ length: rowCount }, (_, row) => row % 7);

async function serve() {
  const columns = [
    { name: 'x', type: 'number' as const, values },
    { name: 'y', type: 'number' as const, values: values.map((value) => 3 * value) },
  ];
  const model = loadModel((await train({ rowCount, columns }, { target: 'y', effort: 'quick' })).toBytes());
  return new ServedModel({ id: 'm', project_id: 'p' }, model, { key: 'k', byteSize: 1 });
}

test('no near name is looked for once a hundred unknown columns of a row are found', async () => {
  const served = await serve();
  const row = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]));
  const question = readPredictRequest([row], 100);
  expect(() => [...served.answerInPieces(question, ',')]).toThrow('(and 99 more)');
});

test('no explanation and not many incomplete rows are worked out on the main thread', async () => {
  const served = await serve();
  const check = compileCheck(predictBody, 'json');
  const isQuick = (data: object[], params = {}) =>
    served.answerQuickly(readPredictRequest(check({ data, params }), 100), ',') !== undefined;
  expect([isQuick([{ x: 1 }]), isQuick([{ x: 1 }], { explain: true })]).toEqual([true, false]);
  const many = (row: object) => Array.from({ length: 20 }, () => row);
  expect([isQuick(many({ x: 1 })), isQuick([{}]), isQuick(many({}))]).toEqual([true, true, false]);
});

test('rows of a category that training never saw count as incomplete', async () => {
  const codes = Int32Array.from({ length: rowCount }, (_, row) => row % 3);
  const columns = [
    { name: 'place', type: 'text' as const, codes, dictionary: ['hill', 'bay', 'town'] },
    { name: 'y', type: 'number' as const, values: Float64Array.from(codes, (code, row) => 9 * code + (row % 2)) },
  ];
  const model = loadModel((await train({ rowCount, columns }, { target: 'y', effort: 'quick' })).toBytes());
  const served = new ServedModel({ id: 'm', project_id: 'p' }, model, { key: 'k', byteSize: 1 });
  const isQuick = (place: string) =>
    served.answerQuickly(readPredictRequest(Array(20).fill({ place }), 100), ',') !== undefined;
  expect([isQuick('hill'), isQuick('Mars')]).toEqual([true, false]);
});

/** A model of so many features and classes, each of which has one tree with a leaf. */
function serveImported(features: number, classes: number): ServedModel {
  const lists = { left_children: [-1], right_children: [-1], split_indices: [0], split_conditions: [1] };
  const tree = { ...lists, default_left: [0], sum_hessian: [1], loss_changes: [0] };
  const trees = Array.from({ length: classes }, () => tree);
  const tree_info = trees.map((_, index) => index);
  const text = JSON.stringify({
    learner: {
      learner_model_param: { num_feature: String(features), num_class: String(classes), base_score: '0.5' },
      feature_names: Array.from({ length: features }, (_, feature) => `f${feature}`),
      objective: { name: 'multi:softprob' },
      gradient_booster: { name: 'gbtree', model: { tree_info, trees } },
    },
  });
  return new ServedModel({ id: 'm', project_id: 'p' }, importModel(text, { target: 'y' }), { key: 'k', byteSize: 1 });
}

test('fewer rows are answered on the main thread by a model of more inputs or classes', () => {
  const rowsOf = (features: number, classes: number) => serveImported(features, classes).quickLimits.rows;
  expect(rowsOf(10, 3)).toBe(1000);
  expect(rowsOf(2000, 3)).toBeLessThan(100);
  expect(rowsOf(10, 1000)).toBeLessThan(100);
  const served = serveImported(10, 1000);
  const answer = (count: number) => served.answerQuickly(readPredictRequest(Array(count).fill({ f1: 1 }), 1000), ',');
  expect([typeof answer(1), answer(500)]).toEqual(['string', undefined]);
});
