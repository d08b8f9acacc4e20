// @module-tag long
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDiskBlobs } from '../../src/platform/blobs/disk.ts';
import { openS3Blobs } from '../../src/platform/blobs/s3.ts';
import { readS3Address } from '../../src/s3-address.ts';
import { credentials, provideObjectStore, startObjectStore } from '../object-store.ts';
import { provideRay } from '../ray.ts';
import { startTestService, type TestService } from '../service.ts';
import { makeDirectory } from '../service-process.ts';

const ray = provideRay();
const missing = 'missing' in ray ? ray.missing : '';

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
    const python = 'missing' in ray ? '' : ray.python;
    const out = execFileSync(python, ['-c', program, join(folder, 'given.json')], { encoding: 'utf8', env });
    return { answers, own: JSON.parse(out) };
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

  it('says which row and cell it cannot read, and goes on', async () => {
    const questions = [{ data: [{ size: 3 }, { size: 'much' }] }, { data: [{ sise: 3 }] }, { data: [{ size: 3 }] }];
    const { own } = await askBoth('rent', questions);
    expect(own[0]).toBe('Row 2: size must be a number, got "much".');
    expect(own[1]).toMatch(/sise/);
    expect(own[2]).toHaveLength(1);
  });
});

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

  it.each(['a folder', 'a bucket'])('are read and written in %s by their addresses alone', async (kind) => {
    const folder = makeDirectory();
    const blobs = kind === 'a folder' ? await openDiskBlobs(join(folder, 'files')) : await openBucket(folder);
    if (blobs === undefined) return;
    await blobs.put('ray/job_1/in', Buffer.from('here'));
    const addresses = [
      await blobs.share('ray/job_1/in', 'read'),
      await blobs.share('ray/job_1/none', 'read'),
      await blobs.share('ray/job_1/out', 'write'),
    ];
    const python = 'missing' in ray ? '' : ray.python;
    const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...env } = process.env;
    const out = execFileSync(python, ['-c', filesProgram, ...addresses, join(folder, 'copy')], {
      encoding: 'utf8',
      env,
    });
    expect(JSON.parse(out)).toEqual(['here', false, true]);
    expect(Buffer.from(await blobs.read('ray/job_1/out')).toString()).toBe('from here');
  });

  async function openBucket(folder: string) {
    if (await provideObjectStore()) return undefined;
    const store = await startObjectStore();
    onTestFinished(() => store.stop());
    for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const address = readS3Address(await store.bucket())!;
    return openS3Blobs({ address, folder: join(folder, 'copies'), mostBytes: 1000 });
  }
});
