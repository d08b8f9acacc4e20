// @module-tag long
import { execFileSync, execFile as executeFile } from 'node:child_process';
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { completeElsewhere } from '@sibyl/engine/elsewhere/complete-elsewhere.ts';
import { type EncodedRows, encodeForTrees } from '@sibyl/engine/elsewhere/encode-rows.ts';
import { takeTrees } from '@sibyl/engine/elsewhere/take-trees.ts';
import { prepareElsewhere, type TreePlan } from '@sibyl/engine/elsewhere/tree-plan.ts';
import { Monitor } from '@sibyl/engine/monitor.ts';
import type { Column } from '@sibyl/engine/table.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts';
import { openS3Blobs } from '../../src/platform/blobs/s3.ts';
import { PartWriter } from '../../src/resources/models/training/on-ray/part-writer.ts';
import { readS3Address } from '../../src/s3-address.ts';
import { startLoopback } from '../loopback.ts';
import { credentials, provideObjectStore, startObjectStore } from '../object-store.ts';
import { provideRay, type RayCluster, startRay } from '../ray.ts';
import { startTestService, type TestService } from '../service.ts';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';

const execFile = promisify(executeFile); // a server of this process answers the program
const ray = provideRay();
const missing = 'missing' in ray ? ray.missing : '';
const python = 'missing' in ray ? '' : ray.python;

const cities = ['Oslo', 'Rome', 'Bonn', ''];
/** Numbers, a category, dates and missing cells; each size is unique. */
const homes = Array.from({ length: 3000 }, (_, row) => {
  const size = ((row * 7919) % 3000) / 25;
  const [city, year] = [cities[row % 4], 1950 + (row % 70)];
  const price = 1000 + size * (row % 4) + (year - 1950) * 3 + ((row * 31) % 17);
  return { size, city, built: `${year}-0${1 + (row % 9)}-03`, rooms: row % 10 === 0 ? '' : row % 6, price };
});

const bySize = new Map(homes.map((home) => [Math.fround(home.size), home]));

describe('trees of XGBoost', () => {
  beforeEach(({ skip }) => skip(missing !== '', missing));

  const columns: Column[] = [
    { name: 'size', type: 'number', values: Float64Array.from(homes, ({ size }) => size) },
    {
      name: 'city',
      type: 'text',
      codes: Int32Array.from(homes, ({ city }) => cities.indexOf(city)),
      dictionary: cities,
    },
    { name: 'built', type: 'time', values: Float64Array.from(homes, ({ built }) => Date.parse(built)) },
    {
      name: 'rooms',
      type: 'number',
      values: Float64Array.from(homes, ({ rooms }) => (rooms === '' ? Number.NaN : Number(rooms))),
    },
  ];
  const prices = homes.map(({ price }) => price);
  const labelled = (labels: string[]): Column => {
    const dictionary = [...new Set(labels)].sort();
    return {
      name: 'y',
      type: 'text',
      codes: Int32Array.from(labels, (label) => dictionary.indexOf(label)),
      dictionary,
    };
  };

  it.each<[string, Column, string]>([
    ['a number', { name: 'y', type: 'number', values: Float64Array.from(prices) }, 'reg:squarederror'],
    [
      'a number far from zero',
      { name: 'y', type: 'number', values: Float64Array.from(prices, (one) => 1e9 + one) },
      'reg:squarederror',
    ],
    ['two classes', labelled(prices.map((one) => (one > 1150 ? 'dear' : 'cheap'))), 'binary:logistic'],
    [
      'three classes',
      labelled(prices.map((one) => (one > 1250 ? 'dear' : one > 1100 ? 'fair' : 'cheap'))),
      'multi:softprob',
    ],
  ])('predict %s as XGBoost does', async (_, y, objective) => {
    const folder = makeDirectory();
    const table = { rowCount: homes.length, columns: [...columns, y] };
    const request = { target: 'y', cellsInMemory: 10_000 };
    const { plan, rows } = await encodeForTrees(table, request);
    expect(plan.objective).toBe(objective);
    expect(plan.types.filter((type) => type === 'c')).toHaveLength(1);
    const writer = new PartWriter(folder, { features: plan.types.length, rowCount: homes.length * 16 });
    const encoded: EncodedRows[] = [];
    for await (const some of rows) {
      encoded.push(some);
      await writer.add(some);
    }
    renameSync((await writer.end())!, join(folder, 'rows.npy'));
    const theirs = predictInPython(folder, plan);
    const text = readFileSync(join(folder, 'model.json'), 'utf8');
    const training = await prepareElsewhere(table, request, new Monitor({}));
    const [trees] = takeTrees(training, text).models;
    const width = plan.types.length + 2;
    const outputs = Math.max(plan.classCount, 1);
    const asked: (typeof homes)[number][] = [];
    let row = 0;
    for (const { rowCount, cells } of encoded)
      for (let index = 0; index < rowCount; index += 1, row += 1) {
        const own = Float64Array.from(cells.subarray(index * width + 2, (index + 1) * width));
        const out = new Float64Array(outputs);
        trees.score(own, 1, out);
        for (const [output, one] of out.entries())
          expect(Math.abs((one - plan.center) / plan.unit - theirs[row][output])).toBeLessThan(1e-5);
        asked.push(bySize.get(own[0])!);
      }
    if (plan.classCount > 0) return;
    // From the cells as users send them: only the trees answer, without a share of the mean.
    const model = await completeElsewhere(table, request, { text, secondsBefore: 0 });
    expect(model.description.plan.ensemble).toMatchObject([{ weight: 1 }]);
    const { values } = model.predict(
      asked.map(({ price: _, ...cells }) => cells),
      { quantile: 0.9 },
      [],
    )!;
    for (const [place, value] of values.entries())
      if (asked[place].rooms !== '' && asked[place].city !== '')
        expect(Math.abs((value - plan.center) / plan.unit - theirs[place][0])).toBeLessThan(1e-5);
  });

  /** Returns the outputs of each row; of two classes both. */
  function predictInPython(folder: string, { objective, classCount, types, baseScore }: TreePlan): number[][] {
    const classes = classCount > 2 ? { num_class: classCount } : { base_score: baseScore };
    const params = { objective, tree_method: 'hist', max_leaves: 31, max_depth: 0, ...classes };
    const program = join(import.meta.dirname, 'xgboost-parity.py');
    execFileSync(python, [program, folder, JSON.stringify({ types, params })], { stdio: 'pipe' });
    const predicted = JSON.parse(readFileSync(join(folder, 'predicted.json'), 'utf8')) as number[][];
    return classCount === 2 ? predicted.map(([second]) => [1 - second, second]) : predicted;
  }
});

describe('a Ray cluster of two nodes', () => {
  let cluster: RayCluster;
  let directory: string;
  let service: ServiceProcess;
  const engine = () => ({ type: 'ray', address: cluster.address });
  const models = (project: string) => `/api/projects/${project}/models`;

  beforeAll(async () => {
    if (missing === '') cluster = await startRay(python);
  });
  afterAll(() => cluster?.stop());
  beforeEach(({ skip }) => skip(missing !== '', missing));

  const start = () =>
    startProcess(directory, { SIBYL_RAY_ADDRESSES: cluster.address, SIBYL_RAY_PATIENCE_SECONDS: '10' });
  const submissions = async () =>
    (await cluster.jobs('')).filter(({ submission_id: id }) => id).map(({ status }) => status);

  async function ended(path: string) {
    return eventually(async () => {
      const { body } = await service.call('GET', path);
      if (!/complete|failed|cancelled/.test(body.status)) throw new Error(JSON.stringify(body.progress));
      return body;
    });
  }

  async function phase(path: string, wanted: RegExp) {
    await eventually(async () => {
      const { body } = await service.call('GET', path);
      if (!wanted.test(body.progress?.phase ?? '')) throw new Error(JSON.stringify(body));
    });
  }

  /** One test, because each step needs what the former left, and a cluster takes its time. */
  it('trains for two projects through the death of the service, predicts, is told to stop, and is lost', async () => {
    directory = makeDirectory();
    service = start();
    const csv = `size,city,built,rooms,price\n${homes.map((home) => Object.values(home).join()).join('\n')}\n`;
    const options = { engine: engine(), effort: 'quick' };
    for (const project of ['one', 'two']) {
      await service.call('POST', '/api/projects', { name: project });
      await service.call('POST', `/api/projects/${project}/tables?name=homes`, csv, { 'content-type': 'text/csv' });
      const from = project === 'one' ? { table: 'homes' } : { sql: 'select * from homes where size < 100' };
      const made = await service.call('POST', models(project), { name: 'rent', target: 'price', from, options });
      expect(made.status, made.text).toBe(201);
    }
    for (const project of ['one', 'two']) await phase(`${models(project)}/rent`, /on Ray/);
    await eventually(async () => expect(await submissions()).toHaveLength(2));
    await service.end('SIGKILL');
    service = start();
    const [one, two] = [await ended(`${models('one')}/rent`), await ended(`${models('two')}/rent`)];
    expect(one).toMatchObject({ status: 'complete', error: null, row_count: 3000 });
    expect(two).toMatchObject({ status: 'complete', error: null, row_count: 2500 });
    expect(one.accuracies.r2_score).toBeGreaterThan(0.95);
    expect(one.standard_errors.r2_score).toBeGreaterThan(0);
    expect(one.baseline.r2_score).toBeLessThan(0.01);
    expect(await submissions()).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(globSync(join(directory, 'blobs/ray/**/*.*'))).toEqual([]);

    const batches = `${models('one')}/rent/predictions`;
    const made = [{ from: { table: 'homes' } }, { from: { table: 'homes' }, engine: engine() }];
    const results: Buffer[] = [];
    for (const body of made) {
      const batch = await service.call('POST', batches, body);
      expect(await ended(`${batches}/${batch.body.id}`)).toMatchObject({ status: 'complete', rows: 3000, error: null });
      const file = await fetch(`${await service.url}${batches}/${batch.body.id}/download`);
      results.push(Buffer.from(await file.arrayBuffer()));
    }
    expect(results[1].equals(results[0])).toBe(true);

    const again = { name: 'again', target: 'price', from: { table: 'homes' }, options };
    await service.call('POST', models('one'), again);
    await eventually(async () => expect(await submissions()).toHaveLength(4));
    await service.call('POST', `${models('one')}/again/cancel`);
    await eventually(async () => expect(await submissions()).toContain('STOPPED'));

    await service.call('POST', models('one'), { ...again, name: 'lost' });
    await eventually(async () => expect(await submissions()).toHaveLength(5));
    await cluster.killHead();
    const lost = await ended(`${models('one')}/lost`);
    expect(lost.status).toBe('failed');
    expect(lost.error).toMatch(/The Ray cluster at http\S+ \(options\.engine\.address\) does not answer/);
  });
});

/** Reads a path and questions, and writes what the package answers or refuses. */
const program = `
import json, sys, sibyl_scorer
given = json.load(open(sys.argv[1]))
answers = []
with sibyl_scorer.load(given["model"]) as model:
    for question in given["questions"]:
        try:
            answers.append(model.predict(question["data"], **question.get("params", {})))
        except sibyl_scorer.ScoringError as error:
            answers.append(str(error))
json.dump(answers, sys.stdout)
`;

describe('the package sibyl-scorer', () => {
  let service: TestService;
  let project: string;
  beforeEach(({ skip }) => skip(missing !== '', missing));
  beforeAll(async () => {
    service = await startTestService();
    project = `/projects/${await service.project()}`;
  });
  afterAll(() => service.stop());

  const rows = Array.from({ length: 200 }, (_, row) => ({
    size: row % 90 === 7 ? null : row,
    city: ['Oslo', 'Rome', 'Bonn'][row % 3],
    built: `19${50 + (row % 50)}-05-03`,
    rent: row * (1 + (row % 3)) + (row % 7),
    kind: row % 3 === 0 ? 'house' : row % 5 === 0 ? 'flat' : 'room',
  }));

  async function askBoth(target: string, questions: { data: object[]; params?: object }[]) {
    const model = { name: target, target, from: { rows }, options: { effort: 'quick' } };
    await service.call('POST', `${project}/models`, model);
    await service.until(`${project}/models/${target}`, ({ body }) => body.status === 'complete');
    const answers = [];
    for (const question of questions)
      answers.push((await service.call('POST', `${project}/models/${target}/predict`, question)).body);
    const folder = makeDirectory();
    const file = await fetch(`${service.url}${project}/models/${target}/export`);
    writeFileSync(join(folder, 'model'), Buffer.from(await file.arrayBuffer()));
    const given = { model: join(folder, 'model'), questions };
    writeFileSync(join(folder, 'given.json'), JSON.stringify(given));
    const env = { ...process.env, SIBYL_NODE: process.execPath };
    const out = execFileSync(python, ['-c', program, join(folder, 'given.json')], { encoding: 'utf8', env });
    return { answers, own: JSON.parse(out), path: given.model };
  }

  it.each(['rent', 'kind'])(
    'answers %s as the service does: incomplete rows, other bounds, reasons',
    async (target) => {
      const data = rows.slice(0, 60).map(({ [target as 'rent']: _, ...row }) => row);
      const { answers, own } = await askBoth(target, [
        { data },
        { data: data.slice(0, 3), params: { quantile: 0.7, explain: true } },
        { data: [{ city: 'Atlantis' }] },
      ]);
      expect(answers[0]).toHaveLength(60);
      expect(own).toEqual(answers);
    },
  );

  it('takes separators of lines within texts for text', async () => {
    const { own, path } = await askBoth('rent', [{ data: [{ city: 'Rome' }] }]);
    const env = { ...process.env, SIBYL_NODE: process.execPath };
    const out = execFileSync(python, ['-c', scoreProgram, path], { encoding: 'utf8', env });
    expect(JSON.parse(out)).toEqual(['rent', [2, 1], own[0][0].rent]);
  });

  it('says which row and cell it cannot read, and goes on', async () => {
    const questions = [{ data: [{ size: 3 }, { size: 'much' }] }, { data: [{ sise: 3 }] }, { data: [{ size: 3 }] }];
    const { own } = await askBoth('rent', questions);
    expect(own[0]).toBe('Row 2: size must be a number, got "much".');
    expect(own[1]).toMatch(/sise/);
    expect(own[2]).toHaveLength(1);
  });
});

/** Scores rows as a job on a cluster does: lines of JSON as the service wrote them. */
const scoreProgram = `
import json, sys, sibyl_scorer
with sibyl_scorer.load(sys.argv[1]) as model:
    names = [column["name"] for column in model.columns(["city"])]
    lines = ['[["Bo\u2028nn"],["Os\u2029lo"]]', '[["Rome"]]']
    figures = [model.score(line.encode()) for line in lines]
json.dump([names[0], [len(some) for some in figures], figures[1][0][0]], sys.stdout)
`;

/** Reads, looks for and writes files as the programs of a job do. */
const filesProgram = `
import json, sys
from pathlib import Path
from sibyl_scorer import files
there, gone, out = sys.argv[1:4]
copy = files.fetch(there, Path(sys.argv[4]))
files.write(out, b"from " + files.read(there))
json.dump([copy.read_text(), files.is_gone(there), files.is_gone(gone)], sys.stdout)
`;

describe('files of a job', () => {
  beforeEach(({ skip }) => skip(missing !== '', missing));

  it.for(['a folder', 'a bucket'])('are read and written in %s by their addresses alone', async (kind, { skip }) => {
    const folder = makeDirectory();
    const noBucket = kind === 'a folder' ? undefined : await provideObjectStore();
    skip(noBucket !== undefined, noBucket?.missing);
    const blobs = kind === 'a folder' ? await openDiskBlobs(join(folder, 'files')) : await openBucket(folder);
    await blobs.put('ray/job_1/in', Buffer.from('here'));
    const addresses = [
      await blobs.share('ray/job_1/in', 'read'),
      await blobs.share('ray/job_1/none', 'read'),
      await blobs.share('ray/job_1/out', 'write'),
    ];
    const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...env } = process.env;
    const out = execFileSync(python, ['-c', filesProgram, ...addresses, join(folder, 'copy')], {
      encoding: 'utf8',
      env,
    });
    expect(JSON.parse(out)).toEqual(['here', false, true]);
    expect(Buffer.from(await blobs.read('ray/job_1/out')).toString()).toBe('from here');
  });

  it('are read and written again while the store is busy or breaks off', async () => {
    const folder = makeDirectory();
    const asked: string[] = [];
    const written: string[] = [];
    const store = await startLoopback(({ method, path, body }, response) => {
      asked.push(`${method} ${path}`);
      const times = asked.filter((one) => one === `${method} ${path}`).length;
      if (path === '/progress') return response.writeHead(503).end();
      if (path === '/gone') return response.writeHead(404).end();
      if (times === 1) return response.writeHead(path === '/there' ? 503 : 429).end('SlowDown');
      if (method === 'PUT') written.push(body);
      if (path !== '/there' || times > 2) return response.end('here');
      response.writeHead(200, { 'content-length': '4' }).write('he');
      return response.destroy();
    });
    onTestFinished(() => store.stop());
    const names = ['there', 'gone', 'out'].map((name) => `${store.url}/${name}`);
    const out = execFile(python, ['-c', filesProgram, ...names, join(folder, 'copy')], { encoding: 'utf8' });
    expect(JSON.parse((await out).stdout)).toEqual(['here', false, true]);
    expect(written).toEqual(['from here']);
  });

  async function openBucket(folder: string) {
    const store = await startObjectStore();
    onTestFinished(() => store.stop());
    for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const address = readS3Address(await store.bucket())!;
    return openS3Blobs({ address, folder: join(folder, 'copies'), mostBytes: 1000 });
  }
});
