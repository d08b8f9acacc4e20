/** Models that cost far more than their text hold nobody up: not when they are imported, and not when they predict. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';
import { standstillOf } from '../../../../test/standstill.ts';

let service: TestService;
let models: string;
beforeAll(async () => {
  service = await shareTestService();
  models = `/projects/${await service.project()}/models`;
  // Loads what every import and prediction needs.
  await service.call('POST', `${models}/import?name=first&target=y`, xgboost(1, 0, 1), file);
  await service.call('POST', `${models}/first/predict`, [{}]);
});
afterAll(() => service.stop());

const file = { 'content-type': 'application/octet-stream' };

/** A file of XGBoost whose trees are leaves, or one split each. */
function xgboost(features: number, classes: number, trees: number, isSplit = false): string {
  const nodes = isSplit ? 3 : 1;
  const tree = {
    left_children: isSplit ? [1, -1, -1] : [-1],
    right_children: isSplit ? [2, -1, -1] : [-1],
    split_indices: Array(nodes).fill(0),
    split_conditions: Array(nodes).fill(1),
    default_left: Array(nodes).fill(0),
    sum_hessian: Array(nodes).fill(1),
    loss_changes: Array(nodes).fill(0),
  };
  const all = Array.from({ length: trees }, () => tree);
  return JSON.stringify({
    learner: {
      learner_model_param: { num_feature: String(features), num_class: String(classes), base_score: '0.5' },
      feature_names: isSplit ? [] : Array.from({ length: features }, (_, index) => `f${index}`),
      objective: { name: classes > 0 ? 'multi:softprob' : 'reg:squarederror' },
      gradient_booster: {
        name: 'gbtree',
        model: { tree_info: all.map((_, index) => index % Math.max(1, classes)), trees: all },
      },
    },
  });
}

it.each<[what: string, text: string, rows: object[]]>([
  ['inputs that the file names', xgboost(2000, 0, 1), [{}]],
  ['inputs, and rows', xgboost(2000, 0, 1), Array(30).fill({ f1: 1 })],
  ['classes', xgboost(4, 1000, 1000), Array(100).fill({})],
  ['trees', xgboost(4, 0, 20_000, true), [{ f0: 1 }]],
])('a model of many %s', { retry: 2 }, async (_what, text, rows) => {
  const name = `m${Math.random().toString(36).slice(2)}`;
  const work = async () => {
    const imported = await service.call('POST', `${models}/import?name=${name}&target=y`, text, file);
    expect([imported.status, imported.text.slice(0, 300)]).toEqual([201, expect.anything()]);
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(rows) };
    const answer = await fetch(`${service.url}${models}/${name}/predict`, asked);
    expect(answer.status).toBe(200);
    for await (const _ of answer.body!); // to look at megabytes would take this thread long
  };
  expect(await standstillOf(work)).toBeLessThan(50);
});
