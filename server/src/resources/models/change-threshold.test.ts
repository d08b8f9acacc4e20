import { createRandom } from '@sibyl/engine/random.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

const random = createRandom(44);
/** Three in ten of those who call often leave: nobody is likelier to leave than not. */
const rows = Array.from({ length: 200 }, (_, row) => ({
  calls: row % 10,
  months: Math.floor(30 * random()),
  left: row % 10 >= 5 && random() < 0.3 ? 'yes' : 'no',
}));
const asked = [{ calls: 0, months: 12 }, { calls: 9, months: 3 }, { calls: 9 }];
const costs = { yes: { missed: 17, false: 3 } };

let service: TestService;
let project: string;
let model: string;

beforeAll(async () => {
  service = await shareTestService();
  project = `/projects/${await service.project()}`;
  model = `${project}/models/churn`;
  await service.call('POST', `${project}/tables?name=people`, JSON.stringify(rows), {
    'content-type': 'application/json',
  });
  await train('churn', 'left', {});
});
afterAll(() => service.stop());

async function train(name: string, target: string, options: object) {
  const body = { name, target, from: { table: 'people' }, options: { effort: 'quick', ...options } };
  await service.call('POST', `${project}/models`, body);
  return service.until(`${project}/models/${name}`, ({ body: { status } }) => ['complete', 'failed'].includes(status));
}

const describeModel = async (name: string, attribute: string) =>
  (await service.call('GET', `${project}/models/${name}/describe?attribute=${attribute}`)).body;
const predict = async (name = 'churn') => {
  const { body } = await service.call('POST', `${project}/models/${name}/predict`, asked);
  return body as Record<string, unknown>[];
};
const answersOf = (predicted: Record<string, unknown>[]) => predicted.map(({ left }) => left);

it('a threshold decides every answer, through every door, and the probabilities stay', async () => {
  const before = await predict();
  expect(answersOf(before)).toEqual(['no', 'no', 'no']);
  const [{ left_probabilities: chances }] = before;
  const changed = await service.call('PUT', model, { costs });
  expect([changed.status, changed.body.options.costs]).toEqual([200, costs]);
  const after = await predict();
  const expected = after.map(({ left_probabilities }) =>
    (left_probabilities as Record<string, number>).yes >= 0.15 ? 'yes' : 'no',
  );
  expect(expected).toEqual(['no', 'yes', 'yes']);
  expect(answersOf(after)).toEqual(expected);
  expect(after[0].left_probabilities).toEqual(chances);
  expect(after[1].left_confidence).toBe((after[1].left_probabilities as Record<string, number>).yes);

  const csv = await service.call('POST', `${model}/predict`, 'calls,months\n0,12\n9,3\n9,\n', {
    'content-type': 'text/csv',
  });
  expect(csv.text.match(/,(yes|no),/g)).toEqual(expected.map((answer) => `,${answer},`));
  const sql = `select p.left from predict('churn', (select * from (values (0, 12), (9, 3)) t(calls, months))) p order by p.calls`;
  const queried = await service.call('POST', `${project}/query`, { sql: sql.replaceAll('p.left', 'p."left"') });
  expect(answersOf(queried.body.rows)).toEqual(expected.slice(0, 2));
  const many = Array.from({ length: 3000 }, () => asked[1]);
  const inThread = await service.call('POST', `${model}/predict`, many);
  expect(new Set(answersOf(inThread.body))).toEqual(new Set(['yes']));
  const batch = await service.call('POST', `${model}/predictions`, { from: { table: 'people' } });
  const address = `${model}/predictions/${batch.body.id}`;
  await service.until(address, ({ body }) => body.status === 'complete');
  expect((await service.call('GET', `${address}/download?format=csv`)).text).toMatch(/^9,\d+,(yes|no),yes,/m);
  const file = await fetch(`${service.url}${model}/export`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const headers = { 'content-type': 'application/octet-stream' };
  const imported = await service.call('POST', `${project}/models/import?name=copy`, bytes, headers);
  expect(imported.body.options).toEqual({ threshold: 0.15, costs });
  expect(await predict('copy')).toEqual(after);
});

it('warnings of answers with the likelier class go when a threshold answers, and come back without', async () => {
  const ofAnswers = async () => {
    const { body } = await service.call('GET', model);
    return body.warnings.filter((one: string) => /never predicted|accuracy is/.test(one));
  };
  await service.call('PUT', model, { costs: null });
  const before = await ofAnswers();
  expect(before).not.toEqual([]);
  await service.call('PUT', model, { costs });
  expect(await ofAnswers()).toEqual([]);
  const report = await service.call('GET', `${model}/report`, undefined, { accept: 'text/html' });
  for (const part of ['from a probability of 0.15 on', 'costs 17', 'Confusion matrix', 'ROC curve: ', 'Slices'])
    expect(report.text).toContain(part);
  expect(report.text).not.toContain(before[0].slice(0, 20));
  await service.call('PUT', model, { threshold: null, costs: null });
  expect(await ofAnswers()).toEqual(before);
});

it('a candidate is told beside the model on the same rows', async () => {
  const candidates = await describeModel('churn', 'model');
  for (const { held_rows } of candidates) expect(held_rows).toBeLessThanOrEqual(200);
  const byRows = Map.groupBy(candidates as Record<string, number>[], ({ held_rows }) => held_rows);
  for (const some of byRows.values()) expect(new Set(some.map((one) => one.model_performance)).size).toBe(1);
});

it('what it earns is told, and figures are those of its answers', async () => {
  await service.call('PUT', model, { costs });
  const [worth] = await describeModel('churn', 'threshold');
  const { true_positives, false_positives, false_negatives, true_negatives } = worth;
  expect(true_positives + false_positives + false_negatives + true_negatives).toBe(200);
  expect(worth.cost).toBeCloseTo((3 * false_positives + 17 * false_negatives) / 200, 12);
  expect(worth.saved).toBeCloseTo(worth.usual_cost - worth.cost, 12);
  expect(worth.saved).toBeGreaterThan(2 * worth.saved_error);
  const { body } = await service.call('GET', model);
  const { cost: value, standard_error, usual_cost: usual, saved, saved_error } = worth;
  expect(body.cost).toEqual({ value, standard_error, usual, saved, saved_error });
  const report = await service.call('GET', `${model}/report`, undefined, { accept: 'text/html' });
  expect(report.text).toMatch(/Main metric: <strong>errors cost [\s\S]*Also: <strong>ROC AUC/);
  expect(body.accuracies.accuracy).toBeCloseTo((true_positives + true_negatives) / 200, 12);
  const classes = await describeModel('churn', 'classes');
  expect(classes[1].recall).toBeCloseTo(true_positives / (true_positives + false_negatives), 12);

  const cleared = await service.call('PUT', model, { costs: null });
  expect(cleared.body.cost).toBe(null);
  expect([cleared.body.options, await describeModel('churn', 'threshold')]).toEqual([{ effort: 'quick' }, []]);
  expect(answersOf(await predict())).toEqual(['no', 'no', 'no']);
  const events = await service.call('GET', `${project}/events`);
  expect(events.body.filter(({ data }: { data: object }) => 'threshold' in data)).not.toEqual([]);
});

it('comes with the training', async () => {
  const trained = await train('dear', 'left', { threshold: 0.15 });
  expect(answersOf(await predict('dear'))).toEqual(['no', 'yes', 'yes']);
  expect(trained.body.options.threshold).toBe(0.15);
});

it('is for two classes', async () => {
  const failed = await train('months', 'months', { costs });
  expect(failed.body).toMatchObject({ status: 'failed', error: expect.stringContaining('`costs` is for a target of') });
  const few = { name: 'days', target: 'months', from: { rows: rows.slice(0, 40) }, options: { effort: 'quick' } };
  await service.call('POST', `${project}/models`, few);
  await service.until(`${project}/models/days`, ({ body: { status } }) => status === 'complete');
  const refused = await service.call('PUT', `${project}/models/days`, { threshold: 0.2 });
  expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  expect(refused.body.detail).toContain('predicts numbers');
  const negative = await service.call('PUT', model, { costs: { yes: { missed: 1, false: 0 } } });
  expect(negative).toMatchObject({ status: 400, body: { errors: [{ pointer: '/costs/yes/false' }] } });
  const both = await service.call('PUT', model, {
    costs: { yes: { missed: 1, false: 1 }, no: { missed: 1, false: 1 } },
  });
  expect(both.body.errors).toEqual([
    { pointer: '/costs', code: 'too_long', detail: 'must have at most 1 named field' },
  ]);
  const unknown = await service.call('PUT', model, { costs: { maybe: { missed: 1, false: 1 } } });
  expect(unknown).toMatchObject({ status: 400, body: { errors: [{ pointer: '/costs' }] } });
  const other = await service.call('PUT', model, { costs: { no: { missed: 3, false: 17 } } });
  expect([other.status, (await describeModel('churn', 'threshold'))[0].threshold]).toEqual([200, 0.15]);
});

it('the positive class can be set, and a new version keeps it', async () => {
  const classesOf = async (name: string) =>
    (await describeModel(name, 'classes')).map((one: { class: string }) => one.class);
  await train('stays', 'left', { positive_class: 'no' });
  expect(await classesOf('stays')).toEqual(['yes', 'no']);
  const again = { from: { table: 'people' }, options: { effort: 'quick' } };
  expect((await service.call('POST', `${project}/models/stays/retrain`, again)).status).toBe(202);
  await service.until(`${project}/models/stays`, ({ body }) => body.active_version === 2);
  expect(await classesOf('stays')).toEqual(['yes', 'no']);
});

it.each([
  [{ positive_class: 'maybe' }, 'names the class maybe; the target has no and yes'],
  [{ positive_class: 'yes', task: 'regression' }, 'is for a target of two classes'],
  [{ positive_class: '' }, 'must not be empty'],
])('a positive class that cannot be is refused: %j', async (options, detail) => {
  const body = { name: 'never', target: 'left', from: { table: 'people' }, options };
  expect((await service.call('POST', `${project}/models`, body)).body).toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/options/positive_class', detail: expect.stringContaining(detail) }],
  });
});
