import { afterAll, beforeAll, expect, it } from 'vitest';
import { homes, trainModel } from '../../../test/acceptance/trained.ts';
import { describeLongOnPostgres } from '../../../test/databases.ts';
import { type LoopbackServer, startLoopback } from '../../../test/loopback.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import type { JobRecord } from './schemas.ts';

describeLongOnPostgres('the jobs of a project', (suite) => {
  let service: TestService;
  /** Takes requests and answers none. */
  let silent: LoopbackServer;
  let project: string;
  let at: string;

  beforeAll(async () => {
    silent = await startLoopback(() => {});
    service = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' }, suite.settings);
    project = await service.project();
    at = `/projects/${project}`;
    await service.call('POST', `${at}/tables?name=homes`, homes);
    await trainModel(service, project, 'rent', { target: 'rental_price', from: { table: 'homes' } });
  });
  afterAll(() => Promise.all([service.stop(), silent.stop()]));

  const list = async (query = ''): Promise<JobRecord[]> => (await service.call('GET', `${at}/jobs${query}`)).body;
  const until = (isThere: (jobs: JobRecord[]) => boolean) =>
    service.until(`${at}/jobs`, ({ body }) => isThere(body)).then(({ body }) => body as JobRecord[]);
  const model = () => ({ provider: 'openai_compatible', model_name: 'm', base_url: silent.url });

  it('are of all kinds, each with its record, and those that run come first', async () => {
    const batch = await service.call('POST', `${at}/models/rent/predictions`, { from: { table: 'homes' } });
    await until((jobs) => jobs.some(({ kind, status }) => kind === 'predictions' && status === 'complete'));
    await service.call('POST', `${at}/agents`, { name: 'desk', model: model(), skills: [] });
    const questions = [{ question: 'Who?', expected: { refuses: true } }];
    await service.call('POST', `${at}/agents/desk/evaluations`, { name: 'first', questions });
    await service.call('POST', `${at}/knowledge_bases`, { name: 'notes', embedding: model() });
    await service.call('POST', `${at}/knowledge_bases/notes/documents?name=a.txt`, 'Dogs are welcome.', {
      'content-type': 'text/plain',
    });
    const jobs = await until((all) => all.filter(({ status }) => status === 'running').length === 2);

    expect(jobs.map(({ kind, name, part, status }) => [kind, name, part, status])).toEqual([
      ['embedding', 'notes', null, 'running'],
      ['evaluation', 'desk', 'first', 'running'],
      ['predictions', 'rent', batch.body.id, 'complete'],
      ['training', 'rent', null, 'complete'],
    ]);
    expect(jobs.map(({ fraction }) => fraction)).toEqual([0, 0, null, null]);
    for (const { record, finished_at, status } of jobs) {
      expect(await service.call('GET', record)).toMatchObject({ status: 200 });
      expect(finished_at === null).toBe(status === 'running');
    }
    expect((await list('?limit=3')).map(({ kind }) => kind)).toEqual(['embedding', 'evaluation', 'predictions']);
  });

  it('show each training of a model, with its phase and share', async () => {
    await service.call('POST', `${at}/models/rent/retrain`, {
      options: { effort: 'full', time_budget_seconds: 600 },
    });
    const [first] = await until(([job]) => job.kind === 'training' && job.phase !== null);
    expect(first).toMatchObject({
      name: 'rent',
      version: 2,
      status: 'running',
      record: expect.stringContaining('rent.2'),
    });
    expect(first.fraction).toBeGreaterThanOrEqual(0);
    expect((await service.call('POST', `${first.record}/cancel`)).status).toBe(200);
    await until((jobs) => jobs.some(({ version, status }) => version === 2 && status === 'cancelled'));
  });

  it('of another project, and of no project, are not shown', async () => {
    const other = await service.project();
    expect((await service.call('GET', `/projects/${other}/jobs`)).body).toEqual([]);
    expect(await service.call('GET', '/projects/nowhere/jobs')).toMatchObject({ status: 404 });
    expect(await service.call('GET', `${at}/jobs?limit=0`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer: '?limit' }] },
    });
  });
});
