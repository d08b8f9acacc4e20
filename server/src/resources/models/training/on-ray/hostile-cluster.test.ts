// @module-tag long
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../../../test/loopback.ts';
import { writeParquetFile } from '../../../../../test/parquet-file.ts';
import { startTestService, type TestService } from '../../../../../test/service.ts';

/** What the service asks for: trees at `model`, or figures of each part. */
interface Job {
  model: string;
  parts: { figures: string; start: number }[];
}

/** What a cluster can be: its Jobs API on loopback does whatever a test says. */
interface Behaviour {
  status: string;
  message: string;
  /** Does the job that the description asks for. */
  work(job: Job): unknown;
  version: string;
  /** The command that it says it runs, if not the one that was sent. */
  entrypoint?: string;
  code: number;
  /** Refuses so many questions about a job that runs. */
  refusals?: number;
}

const usual: Behaviour = {
  status: 'SUCCEEDED',
  message: '',
  work: () => {},
  version: '{"ray_version": "2.60.0"}',
  code: 200,
};
const price = (index: number) => 1000 + 30 * (index % 50) + (index % 7);
const rows = Array.from({ length: 200 }, (_, index) => `${index % 50},${['Oslo', 'Rome'][index % 2]},${price(index)}`);

let cluster: LoopbackServer;
let other: LoopbackServer;
let service: TestService;
let models: string;
let behaviour = usual;
let jobs = new Map<string, string>();
let commands = new Map<string, string>();
let number = 0;

beforeAll(async () => {
  cluster = await startLoopback(async ({ method, path, body }, response) => {
    const reply = (code: number, text: string) => response.writeHead(code).end(text);
    if (behaviour.code !== 200) return reply(behaviour.code, '');
    if (path === '/api/version') return reply(200, behaviour.version);
    if (method === 'POST' && path === '/api/jobs/') {
      const { submission_id: id, entrypoint } = JSON.parse(body);
      const [, address] = /^python -m sibyl_scorer\.(?:train|predict) '(file:[^']+)'$/.exec(entrypoint)!;
      await behaviour.work(JSON.parse(readFileSync(fileURLToPath(address), 'utf8')));
      jobs.set(id, behaviour.status);
      commands.set(id, behaviour.entrypoint ?? entrypoint);
      return reply(200, JSON.stringify({ job_id: id, submission_id: id }));
    }
    const [, id, stops] = /^\/api\/jobs\/([^/]+)(\/stop)?$/.exec(path) ?? [];
    if (!id || !jobs.has(id)) return reply(404, 'no such job');
    if (behaviour.refusals) {
      behaviour.refusals -= 1;
      return reply(behaviour.refusals % 2 ? 503 : 429, '<html>too busy</html>');
    }
    if (stops) jobs.set(id, 'STOPPED');
    const own = { status: jobs.get(id), entrypoint: commands.get(id), message: behaviour.message };
    return reply(200, JSON.stringify({ ...own, stopped: true }));
  });
  other = await startLoopback((_, response) => response.writeHead(302, { location: cluster.url }).end());
  const listed = [cluster.url, other.url, 'http://169.254.169.254', 'http://127.0.0.1:9'];
  service = await startTestService({ SIBYL_RAY_ADDRESSES: listed.join(), SIBYL_RAY_TOKEN: 'a token' });
  const project = `/projects/${await service.project()}`;
  models = `${project}/models`;
  const table = `size,city,price\n${rows.join('\n')}\n`;
  await service.call('POST', `${project}/tables?name=homes`, table, { 'content-type': 'text/csv' });
});
afterAll(async () => {
  await service.stop();
  await cluster.stop();
  await other.stop();
});
beforeEach(() => {
  behaviour = usual;
  jobs = new Map();
  commands = new Map();
});

async function train(address = cluster.url, options: object = {}) {
  number += 1;
  const name = `rent${number}`;
  const body = {
    name,
    target: 'price',
    from: { table: 'homes' },
    options: { engine: { type: 'ray', address }, ...options },
  };
  return { name, answer: await service.call('POST', models, body) };
}

async function trained(address?: string) {
  const { name, answer } = await train(address);
  expect(answer.status, answer.text).toBe(201);
  const { body } = await service.until(`${models}/${name}`, ({ body: { status } }) => /complete|failed/.test(status));
  return body;
}

function leave(content: string) {
  return ({ model }: Job) => {
    mkdirSync(dirname(fileURLToPath(model)), { recursive: true });
    writeFileSync(fileURLToPath(model), content);
  };
}

/** A stump as XGBoost saves it. */
function stump(features: number, leaf: unknown = 1): string {
  const tree = {
    left_children: [1, -1, -1],
    right_children: [2, -1, -1],
    split_indices: [0, 0, 0],
    split_conditions: [25, -1, leaf],
    default_left: [0, 0, 0],
    sum_hessian: [10, 5, 5],
    loss_changes: [3, 0, 0],
  };
  const learner = {
    gradient_booster: { name: 'gbtree', model: { trees: [tree], tree_info: [0] } },
    learner_model_param: { base_score: '0', num_class: '0', num_feature: String(features) },
    objective: { name: 'reg:squarederror' },
  };
  return JSON.stringify({ learner });
}

it('takes a sound result, and deletes what it shared', async () => {
  behaviour = { ...usual, work: leave(stump(2)) };
  const model = await trained();
  expect(model).toMatchObject({ status: 'complete', error: null, row_count: 200 });
  expect(model.accuracies.r2_score).toBeGreaterThan(0.5);
  expect(model.standard_errors.r2_score).toBeGreaterThan(0);
  const told = cluster.requests.map(({ headers }) => headers.authorization);
  expect(new Set(told)).toEqual(new Set(['Bearer a token']));
  await service.until(models, () => globSync(`${service.directory}/blobs/ray/*/*/*`).length === 0);
});

it('asks again while the cluster is busy', async () => {
  behaviour = { ...usual, work: leave(stump(2)), refusals: 3 };
  expect(await trained()).toMatchObject({ status: 'complete', error: null });
});

it('keeps what came back until the model is stored', async () => {
  behaviour = { ...usual, work: leave(stump(2)) };
  const { name, answer } = await train();
  const inTheWay = `${service.directory}/blobs/models/${answer.body.id}`;
  writeFileSync(inTheWay, '');
  const asked = () => cluster.requests.filter(({ path }) => path === `/api/jobs/${[...jobs.keys()][0]}`).length;
  await service.until(`${models}/${name}`, () => asked() > 2); // the second run asks once more
  rmSync(inTheWay);
  const { body } = await service.until(`${models}/${name}`, ({ body }) => /complete|failed/.test(body.status));
  expect(body).toMatchObject({ status: 'complete', error: null });
  await service.until(models, () => globSync(`${service.directory}/blobs/ray/*/*/*`).length === 0);
});

it('lets no training here wait for clusters', async () => {
  behaviour = { ...usual, status: 'RUNNING' };
  const homes = {
    name: 'homes',
    from: { rows: rows.map((row) => ({ size: Number(row.split(',')[0]), price: row.length })) },
  };
  const options = { engine: { type: 'ray', address: cluster.url } };
  const projects: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const own = `/projects/${await service.project()}`;
    projects.push(own);
    const body = { ...homes, name: 'far', target: 'price', options };
    if (count < 3) expect((await service.call('POST', `${own}/models`, body)).status).toBe(201);
  }
  await service.until(models, () => jobs.size === 3);
  const own = projects[3];
  await service.call('POST', `${own}/models`, {
    ...homes,
    name: 'near',
    target: 'price',
    options: { effort: 'quick' },
  });
  await service.until(`${own}/models/near`, ({ body }) => body.status === 'complete');
  for (const one of projects) await service.call('DELETE', `${one}?cascade=true`);
  await service.until(models, () => [...jobs.values()].every((status) => status === 'STOPPED'));
});

it.each<[string, Partial<Behaviour>, string | RegExp]>([
  ['leaves nothing', {}, 'left no trees'],
  ['leaves something else', { work: leave('GIF89a') }, 'not JSON'],
  ['leaves trees of other rows', { work: leave(stump(7)) }, 'a number of features of 7, and 2 was asked for'],
  ['leaves a leaf that is no number', { work: leave(stump(2, 'NaN')) }, "The cluster's result cannot be used"],
  ['leaves numbers beyond all', { work: leave(stump(2, 1e308)) }, 'not a finite number'],
  [
    'leaves a file that fills the memory',
    {
      work(job) {
        leave('{')(job);
        truncateSync(fileURLToPath(job.model), 300 * 1024 ** 2);
      },
    },
    'model.json has 314572800 bytes of at most 268435456',
  ],
  [
    'leaves a link to a file of the service',
    {
      work({ model }) {
        mkdirSync(dirname(fileURLToPath(model)), { recursive: true });
        symlinkSync(`${service.directory}/master.key`, fileURLToPath(model));
      },
    },
    /left no trees|not JSON/,
  ],
  ['has no scorer', { status: 'FAILED', message: 'x\npython: No module named sibyl_scorer' }, 'has no sibyl_scorer'],
  ['has no XGBoost', { status: 'FAILED', message: "ModuleNotFoundError: No module named 'xgboost'" }, 'has no xgboost'],
  ['fails with words of its own', { status: 'FAILED', message: 'a\nsibyl: out of luck\nb' }, 'out of luck'],
  [
    'fails with colours and zeros',
    { status: 'FAILED', message: 'a\nsibyl: \u001b[31mout\u0000of\u001b[0m luck\n' },
    /: out of luck$/,
  ],
  ['fails with a long log', { status: 'FAILED', message: 'x'.repeat(20_000) }, /: x{400}$/],
  ['was stopped by somebody', { status: 'STOPPED' }, 'Somebody stopped the job'],
  [
    'runs something else',
    { entrypoint: "python -m x 'file:///ray/../../etc/passwd/job.json'" },
    "is not the service's",
  ],
  ['is something else', { version: '<html>' }, 'does not answer as the Jobs API of Ray'],
  ['wants a token', { code: 401 }, 'SIBYL_RAY_TOKEN'],
])('says what is wrong when the cluster %s', async (_, given, message) => {
  behaviour = { ...usual, ...given };
  const { status, error } = await trained();
  expect(status).toBe('failed');
  expect(error).toMatch(message);
  expect(error).not.toContain(service.directory);
});

it.each([
  ['where nothing listens', 'http://127.0.0.1:9', 'does not answer'],
  ['of a metadata service', 'http://169.254.169.254', 'not a public address'],
])('says what is wrong with an address %s, though the operator lists it', async (_, address, message) => {
  const { error } = await trained(address);
  expect(error).toContain(message);
  expect(error).toContain('options.engine.address');
});

it('follows no redirect', async () => {
  const { error } = await trained(other.url);
  expect(error).toMatch(/302|does not answer as/);
  expect(cluster.requests.filter(({ path }) => path === '/')).toEqual([]);
});

it.each([
  ['another cluster', 'http://10.0.0.1:8265'],
  ['the metadata service of a cloud', 'http://169.254.169.254/latest'],
  ['a path of a listed cluster', '/api/jobs'],
  ['a password', 'http://user:secret@127.0.0.1:9'],
  ['no address', 'head'],
])('refuses %s at once, and names the field', async (_, address) => {
  const { answer } = await train(address.startsWith('/') ? cluster.url + address : address);
  expect(answer.status).toBe(400);
  expect(answer.body.code).toBe('invalid_input');
  expect(answer.body.errors[0]).toMatchObject({ pointer: '/options/engine/address', code: 'not_allowed' });
});

it.each([
  [{ order_by: 'city' }, '/options/engine'],
  [{ validate: { group: 'city' } }, '/options/validate'],
])('refuses %j beside a cluster', async (options, pointer) => {
  const { answer } = await train(cluster.url, options);
  expect(answer.body.errors[0]).toMatchObject({ pointer });
});

it('stops the job of a training that is cancelled', async () => {
  behaviour = { ...usual, status: 'RUNNING' };
  const { name } = await train();
  await service.until(`${models}/${name}`, () => jobs.size > 0);
  const { body } = await service.call('POST', `${models}/${name}/cancel`);
  expect(body.status).toBe('cancelled');
  await service.until(`${models}/${name}`, () => [...jobs.values()].includes('STOPPED'));
});

let sound: Promise<string> | undefined;

/** Returns the name of a model that was trained once for all batches. */
function soundModel(): Promise<string> {
  behaviour = { ...usual, work: leave(stump(2)) };
  sound ??= trained().then(({ name }) => name);
  return sound;
}

/** Figures of 200 rows, as the model of the table `homes` has them. */
function figures(change: Record<string, string> = {}, count = 200) {
  const columns = {
    price_predicted: '1200.5',
    price_confidence: '0.9',
    price_min: '1000.0',
    price_max: '1400.0',
    price_anomaly: 'false',
    price_remarks: 'NULL::VARCHAR',
    ...change,
  };
  const types: Record<string, string> = {
    price_anomaly: 'BOOLEAN',
    price_remarks: 'VARCHAR',
  };
  const named = Object.entries(columns).map(([name, value]) => `(${value})::${types[name] ?? 'DOUBLE'} AS ${name}`);
  return async ({ parts }: Job) => {
    for (const { figures: address } of parts)
      await writeParquetFile(`SELECT ${named.join(', ')} FROM range(${count})`, fileURLToPath(address), '');
  };
}

it.each<[string, Behaviour['work'], string | null]>([
  ['sound figures', figures(), null],
  ['no figures', () => {}, 'left out some of the rows'],
  ['figures of fewer rows', figures({}, 199), 'it has 199 rows of 200'],
  ['numbers that are not finite', figures({ price_predicted: "'inf'" }), 'not finite'],
  ['a column more', figures({ secret: '1' }), 'its columns are'],
  [
    'something else than Parquet',
    ({ parts }) => writeFileSync(fileURLToPath(parts[0].figures), 'PAR1'),
    'cannot be used',
  ],
])('meets %s of a batch', async (_, work, message) => {
  const name = await soundModel();
  behaviour = { ...usual, work };
  const batches = `${models}/${name}/predictions`;
  const engine = { type: 'ray', address: cluster.url };
  const made = await service.call('POST', batches, { from: { table: 'homes' }, engine });
  expect(made.status, made.text).toBe(202);
  const ended = await service.until(`${batches}/${made.body.id}`, ({ body }) => /complete|failed/.test(body.status));
  expect(ended.body.status).toBe(message === null ? 'complete' : 'failed');
  if (message !== null) return void expect(ended.body.error).toContain(message);
  const { body } = await service.call('GET', `${ended.body.download}?format=json`);
  expect(body[3]).toMatchObject({ size: 3, city: 'Rome', price_predicted: 1200.5, price_max: 1400 });
});

it('refuses a batch on a cluster that is not listed, and names the field', async () => {
  const name = await soundModel();
  const engine = { type: 'ray', address: 'http://10.0.0.1:8265' };
  const asked = { from: { table: 'homes' }, engine };
  const { status, body } = await service.call('POST', `${models}/${name}/predictions`, asked);
  expect(status).toBe(400);
  expect(body.errors[0]).toMatchObject({ pointer: '/engine/address', code: 'not_allowed' });
});
