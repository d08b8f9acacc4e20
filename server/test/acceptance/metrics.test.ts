/** Compares the metrics with the list in docs/operations.md. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../loopback.ts';
import { startTestService, type TestService } from '../service.ts';
import { homes, trainModel } from './trained.ts';

interface Family {
  type: string;
  labels: string[];
}

/** Reads the documented table: name, type and labels. */
function readDocumented(): Map<string, Family> {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(sibyl_\w+)` \| (\w+) \| ([^|]*)\|/gm)];
  return new Map(
    rows.map(([, name, type, labels]) => [
      name,
      { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, one]) => one) },
    ]),
  );
}

/** Reads the metrics of a scrape with the labels of their series; undefined for those without series. */
function readScrape(text: string): Map<string, Omit<Family, 'labels'> & { labels: string[] | undefined }> {
  const families = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
  return new Map(
    families.map(([, name, type]) => {
      const series = new RegExp(`^${name}(?:_bucket|_sum|_count)?(?:\\{(.*)\\})? `, 'm').exec(text);
      const labels = [...(series?.[1] ?? '').matchAll(/(\w+)="/g)].map(([, label]) => label);
      return [name, { type, labels: series ? labels.filter((label) => label !== 'le') : undefined }];
    }),
  );
}

describe('metrics', () => {
  let service: TestService;
  let receiver: LoopbackServer;
  let project: string;

  beforeAll(async () => {
    [service, receiver] = await Promise.all([
      startTestService({ SIBYL_MAX_PREDICT_ROWS: '10' }),
      startLoopback((_request, response) => response.end()),
    ]);
    project = await service.project();
  });
  afterAll(() => Promise.all([service.stop(), receiver.stop()]));

  const post = async (path: string, body: unknown) => {
    const answer = await service.call('POST', `/projects/${project}${path}`, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const scrape = async () => (await service.call('GET', '/metrics')).text;

  /** Causes some of everything that is counted. */
  async function work(): Promise<void> {
    await post('/webhooks', { name: 'hook', url: receiver.url });
    await service.call('POST', `/projects/${project}/tables?name=homes`, JSON.stringify(homes), {
      'content-type': 'application/json',
    });
    await trainModel(service, project, 'rents', { target: 'rental_price', from: { table: 'homes' } });
    await post('/models/rents/predict', [{ sqft: 700 }, { sqft: 800 }]);
    await post('/skills', { name: 'data', type: 'sql', params: { tables: ['homes'] } });
    await post('/agents', { name: 'desk', skills: ['data'] });
    await post('/agents/desk/completions', { messages: [{ question: 'How many homes are there?' }] });
    const { id } = await post('/chatbots', { name: 'page', agent: 'desk', channel: { type: 'web' }, is_running: true });
    await service.until(`/projects/${project}/chatbots/page`, ({ body }) => body.status === 'running');
    const { body } = await service.call('POST', `/api/channels/${id}/visits`, {});
    await service.call('POST', `/api/channels/${id}/messages`, { id: 'message-1', text: 'Hi' }, visitor(body.token));
    const tooMany = homes.slice(0, 11).map(() => ({}));
    expect((await service.call('POST', `/projects/${project}/models/rents/predict`, tooMany)).status).toBe(413);
    for (const name of ['sibyl_chatbot_messages_total', 'sibyl_webhook_attempts_total', 'sibyl_limit_hits_total'])
      await service.until('/metrics', ({ text }) => text.includes(`\n${name}{`));
  }

  function visitor(token: string) {
    return { authorization: `Bearer ${token}` };
  }

  it('are those of the list, by name, type and labels', async () => {
    await work();
    const [documented, families] = [readDocumented(), readScrape(await scrape())];
    const own = new Map([...families].filter(([name]) => !/^(?:process|nodejs)_/.test(name)));
    // Labels of empty metrics are not visible.
    const seen = [...own].map(([name, { type, labels }]) => [
      name,
      { type, labels: labels ?? documented.get(name)?.labels },
    ]);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(documented));
    // Whether a busy machine lets the main thread stand still is chance.
    const empty = [...own].filter(([name, { labels }]) => labels === undefined && !name.startsWith('sibyl_standstill'));
    expect(empty.map(([name]) => name)).toEqual(['sibyl_jobs']);
  });

  it('count what happens', async () => {
    const text = await scrape();
    const figureOf = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')
          .at(-1),
      );
    expect(figureOf('sibyl_predicted_rows_total')).toBe(2);
    expect(figureOf('sibyl_model_loads_total')).toBe(1);
    expect(figureOf('sibyl_models_in_memory')).toBe(1);
    expect(figureOf('sibyl_jobs_total{kind="train model",outcome="done"}')).toBe(1);
    expect(figureOf('sibyl_trainings_total{outcome="completed"}')).toBe(1);
    expect(figureOf('sibyl_chatbots{channel="web",status="running"}')).toBe(1);
    expect(figureOf('sibyl_failures_total{code="too_many_rows"}')).toBe(1);
  });

  it('make no series of what users make up', async () => {
    const before = (await scrape()).split('\n').length;
    for (let number = 0; number < 20; number += 1) {
      await service.call('GET', `/projects/made_up_${number}/models/m${number}?x=${number}`);
      await service.call('GET', `/nowhere/${number}`);
      await post('/agents', { name: `agent_${number}`, model: `openai/model-${number}` });
    }
    expect((await scrape()).split('\n').length - before).toBeLessThan(60);
    expect(await scrape()).not.toMatch(/made_up|nowhere|agent_|model-/);
  });

  it('are read by a key that sees the whole service, and by no other', async () => {
    const makeKey = async (body: object) => (await service.call('POST', '/api/keys', body, bearer())).body.secret;
    const admin = (await service.call('POST', '/api/keys', { name: 'root', role: 'admin' })).body.secret;
    function bearer(secret = admin) {
      return secret === undefined ? undefined : { authorization: `Bearer ${secret}` };
    }
    const status = async (secret?: string) =>
      (await service.call('GET', '/metrics', undefined, secret ? { authorization: `Bearer ${secret}` } : undefined))
        .status;
    const prometheus = await makeKey({ name: 'prometheus', role: 'viewer' });
    const limited = await makeKey({ name: 'limited', role: 'viewer', projects: [project] });
    const predictor = await makeKey({ name: 'predictor', role: 'predictor' });
    expect(await Promise.all([status(), status(prometheus), status(limited), status(predictor)])).toEqual([
      401, 200, 403, 403,
    ]);
  });
});
