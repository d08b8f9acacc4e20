import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, type IncomingHttpHeaders, request, ServerResponse } from 'node:http';
import fastCheck from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

const rows = Array.from({ length: 120 }, (_, index) => ({
  size: index % 7,
  'a "quoted" ñame': ['Oslo', 'Bodø'][index % 2],
  price: 100 * (index % 7) + 30 * (index % 2) + (index % 5),
  dear: index % 7 > 3 ? 'ja, "sehr"' : 'no',
}));
const days = Array.from({ length: 60 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  sold: 10 + (index % 7) + ((index * 37) % 5),
}));

interface Sent {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  text: string;
}

interface Sending {
  parts?: number;
  agent?: Agent | undefined;
}

function send(
  url: string,
  body: string | Buffer,
  given: Record<string, string>,
  { parts = 1, agent }: Sending = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': Buffer.byteLength(body), ...given };
    const sent = request(url, { method: 'POST', headers, ...(agent && { agent }) });
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const { statusCode: status, rawHeaders } = response;
          resolve({ status, headers: response.headers, rawHeaders, text: Buffer.concat(chunks).toString('latin1') });
        });
    });
    const bytes = Buffer.from(body);
    const size = Math.ceil(bytes.length / parts);
    for (let part = 0; part < parts; part += 1)
      setTimeout(() => {
        sent.write(bytes.subarray(part * size, (part + 1) * size));
        if (part === parts - 1) sent.end();
      }, part * 20);
  });
}

/** Drops what depends on the time. */
function comparable({ status, rawHeaders, text }: Sent) {
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : []));
  return { status, headers: pairs.filter(([name]) => name !== 'Date'), text };
}

const json8 = { 'content-type': 'application/json', 'x-request-id': 'the-same-id' };
/** This header changes nothing for Fastify's route, and keeps a request from being answered directly. */
const ordinary = { 'content-encoding': 'identity' };

describe('a prediction before the life cycle of Fastify', () => {
  let service: TestService;
  let models: string;

  beforeAll(async () => {
    service = await startTestService();
    models = `/api/projects/${await service.project()}/models`;
    for (const target of ['price', 'dear'])
      await service.call('POST', models, { name: target, target, from: { rows }, options: { effort: 'quick' } });
    const times = { order_by: 'day', horizon: 5 };
    await service.call('POST', models, { name: 'sold', target: 'sold', from: { rows: days }, options: times });
    for (const name of ['price', 'dear', 'sold']) {
      await service.until(`${models}/${name}`, ({ body }) => body.status === 'complete');
    }
    // The end of a training drops the model from memory, so it must not come after the first prediction.
    await service.until('/metrics', ({ text }) => !/^sibyl_jobs\{.*kind="train model".* [1-9]/m.test(text));
    for (const name of ['price', 'dear', 'sold']) await service.call('POST', `${models}/${name}/predict`, [{}]);
  });
  afterAll(() => service.stop());
  afterEach(() => vi.restoreAllMocks());

  /** Counts the requests that Node read, and the answers to these without Fastify: their headers are no object. */
  function watchWays(): () => { read: number; direct: number } {
    const spy = vi.spyOn(ServerResponse.prototype, 'writeHead');
    let read = 0;
    const count = () => {
      read += 1;
    };
    subscribe('http.server.request.start', count);
    onTestFinished(() => void unsubscribe('http.server.request.start', count));
    return () => ({ read, direct: spy.mock.calls.filter((args: unknown[]) => args.some(Array.isArray)).length });
  }

  /** Asks on a new connection, then in the ordinary way, then on the connection that is now Node's. */
  async function expectSame(model: string, body: string | Buffer, headers: Record<string, string> = {}) {
    const url = `${service.url}${models}/${model}/predict`;
    const all = { ...json8, ...headers };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const whole = await send(url, body, all, { agent });
    const usual = await send(url, body, { ...all, ...ordinary }, { agent });
    const direct = await send(url, body, all, { agent });
    agent.destroy();
    expect(comparable(whole)).toEqual(comparable(usual));
    expect(comparable(direct)).toEqual(comparable(usual));
    return whole;
  }

  it('answers small questions, and only those', async () => {
    const ways = watchWays();
    const asked = JSON.stringify([{ size: 3, 'a "quoted" ñame': 'Bodø' }]);
    for (const model of ['price', 'dear']) expect((await expectSame(model, asked)).status).toBe(200);
    expect((await expectSame('sold', '[{}]')).status).toBe(200);
    expect(ways()).toEqual({ read: 6, direct: 3 });
    const ordinaryOnes: [string, Record<string, string>][] = [
      ['[{}]', { accept: 'application/x-ndjson' }],
      ['[{}]', { origin: 'http://localhost' }],
      [`[{}${' '.repeat(9000)}]`, {}],
      ['{"data":{},"params":{"explain":true}}', {}],
      ['[{"size":"many"}]', {}],
      ['[', {}],
    ];
    for (const [body, headers] of ordinaryOnes) await expectSame('price', body, headers);
    expect(ways()).toEqual({ read: 6 + 3 * ordinaryOnes.length, direct: 3 });
  });

  it('closes a connection that met a model out of memory, so that the next one is quick', async () => {
    const url = `${service.url}${models}/price/predict`;
    expect((await service.call('PUT', `${models}/price`, { active_version: 1 })).status).toBe(200);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ways = watchWays();
    const first = await send(url, '[{}]', json8, { agent });
    const second = await send(url, '[{}]', json8, { agent });
    agent.destroy();
    expect([first.status, first.headers.connection]).toEqual([200, 'close']);
    expect([second.status, second.headers.connection]).toEqual([200, 'keep-alive']);
    expect(second.text).toBe(first.text);
    expect(ways()).toEqual({ read: 1, direct: 0 });
  });

  it.each([2, 5])('takes a body in %d pieces whole', async (parts) => {
    const url = `${service.url}${models}/price/predict`;
    const body = JSON.stringify([{ size: 3, 'a "quoted" ñame': 'Bodø' }]);
    const whole = await send(url, body, json8);
    const agent = new Agent({ keepAlive: true });
    const ways = watchWays();
    expect(comparable(await send(url, body, json8, { parts, agent }))).toEqual(comparable(whole));
    agent.destroy();
    expect(ways().read).toBe(parts === 2 ? 0 : 1);
  });

  it('counts and times its answers like all others', async () => {
    const counted = async () => {
      const { text } = await service.call('GET', '/metrics');
      const count = /request_duration_seconds_count\{method="POST",route="[^"]*\/predict",status="200"\} (\d+)/;
      return [count, /predicted_rows_total (\d+)/].map((pattern) => Number(pattern.exec(text)?.[1]));
    };
    const [requests, predicted] = await counted();
    await expectSame('price', '[{},{"size":1}]');
    await expectSame('price', '[{"size":"many"}]');
    expect(await counted()).toEqual([requests + 3, predicted + 6]);
    const long = Array.from({ length: 150 }, () => ({ size: 1, 'a "quoted" ñame': 'Oslo', price: 1 }));
    expect((await expectSame('dear', JSON.stringify(long))).text.length).toBeGreaterThan(64 * 1024);
    expect(await counted()).toEqual([requests + 6, predicted + 6 + 3 * long.length]);
  });

  const odd = fastCheck.oneof(
    fastCheck.constantFrom('oslo ', true, 1e308, '1,5', 'moon 🌙', [], {}),
    fastCheck.double(),
    fastCheck.string(),
  );
  const rarely = <Value>(often: fastCheck.Arbitrary<Value>, other: fastCheck.Arbitrary<unknown> = odd) =>
    fastCheck.oneof({ weight: 20, arbitrary: often as fastCheck.Arbitrary<unknown> }, { weight: 1, arbitrary: other });
  const row = rarely(
    fastCheck.record(
      {
        size: rarely(fastCheck.constantFrom(3, '3', 6, 0, -1, 40, null, '')),
        'a "quoted" ñame': rarely(fastCheck.constantFrom('Oslo', 'Bodø', 'Bergen', null)),
        price: rarely(fastCheck.constantFrom(300, '12', 1e6)),
        dear: rarely(fastCheck.constantFrom('ja, "sehr"', 'no')),
        __service_row_id: fastCheck.constantFrom(1, 'a\nb', '\u2028'),
      },
      { requiredKeys: [] },
    ),
    fastCheck.dictionary(fastCheck.constantFrom('size', 'day', '__proto__', 'constructor'), odd),
  );
  const params = fastCheck.record(
    {
      quantile: rarely(fastCheck.constantFrom(0.5, 0.9, 0.99), fastCheck.constantFrom(2, 'x')),
      missing: rarely(fastCheck.constantFrom('infer'), fastCheck.constantFrom('refuse', 'guess')),
      unknown_columns: fastCheck.constantFrom('ignore'),
    },
    { requiredKeys: [] },
  );
  const special = fastCheck.constantFrom({ threshold: 0.3 }, { horizon: 2 }, { horizon: 0 }, { explain: true }, null);
  const many = fastCheck.array(row, { maxLength: 8 });
  const body = fastCheck.oneof(
    many.map((data) => JSON.stringify(data)),
    fastCheck
      .record({ data: fastCheck.oneof(many, row), params: rarely(params, special) })
      .map((whole) => JSON.stringify(whole)),
    fastCheck.constantFrom(
      '',
      '[{}',
      'null',
      '7',
      '{"params":{}}',
      '[{"size":1e999}]',
      '[{"size":"\\u0000"}]',
      '\ufeff[]',
    ),
    fastCheck.constant(`${'['.repeat(300)}${']'.repeat(300)}`),
  );
  const headers = fastCheck.record(
    {
      accept: fastCheck.constantFrom('*/*', 'application/json', 'application/x-ndjson, */*', 'text/html', 'a/b;q=0'),
      'content-type': fastCheck.constantFrom('application/json; charset=utf-8', 'text/plain', 'application/json;x=1'),
      'x-forwarded-for': fastCheck.constant('10.0.0.1'),
      host: fastCheck.constantFrom('evil.example.com', 'localhost:1'),
      authorization: fastCheck.constantFrom('Bearer sib_x_y', 'Basic abc'),
      'x-request-id': fastCheck.constant('long-enough-id'),
    },
    { requiredKeys: [] },
  );

  it('is byte for byte what Fastify answers, whatever is asked', async () => {
    const ways = watchWays();
    const model = fastCheck.constantFrom('price', 'dear', 'sold', 'none');
    const some = fastCheck.oneof({ weight: 3, arbitrary: fastCheck.constant({}) }, headers);
    await fastCheck.assert(
      fastCheck.asyncProperty(model, body, some, async (of, text, given) => {
        await expectSame(of, text, given as Record<string, string>);
      }),
      { numRuns: 400, seed: 15 },
    );
    const { read, direct } = ways();
    expect(direct).toBeGreaterThan(60);
    expect(3 * 400 - read).toBeGreaterThan(60);
  });
});

describe('with keys and rates', () => {
  it('judges by key, role, project and rate as Fastify does', async () => {
    const service = await startTestService({ SIBYL_REQUESTS_PER_SECOND: '1000' });
    try {
      const admin = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body.secret;
      const all = { authorization: `Bearer ${admin}` };
      for (const project of ['here', 'there']) await service.call('POST', '/projects', { name: project }, all);
      const models = '/api/projects/here/models';
      const wanted = { name: 'price', target: 'price', from: { rows }, options: { effort: 'quick' } };
      await service.call('POST', models, wanted, all);
      await service.until(`${models}/price`, ({ body }) => body.status === 'complete', all);
      const make = async (more: object) =>
        (await service.call('POST', '/api/keys', { role: 'predictor', ...more }, all)).body.secret;
      const [near, far] = [await make({ name: 'near' }), await make({ name: 'far', projects: ['there'] })];
      const slow = await make({ name: 'slow', requests_per_second: 2 });
      const url = `${service.url}${models}/price/predict`;
      const ask = (secret: string, more = {}) =>
        send(url, '[{"size":1}]', { ...json8, authorization: `Bearer ${secret}`, ...more });
      await ask(near);
      for (const secret of [near, far, 'sib_nonsense']) {
        const [one, other] = [await ask(secret), await ask(secret, ordinary)];
        expect([one.status, one.text]).toEqual([other.status, other.text]);
        expect(Object.keys(one.headers)).toEqual(Object.keys(other.headers));
        expect(one.headers['ratelimit-policy']).toBe(other.headers['ratelimit-policy']);
      }
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(slow)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(2);
      expect(refused[0].headers).toMatchObject({ 'retry-after': '1', ratelimit: '"key";r=0;t=1' });
    } finally {
      await service.stop();
    }
  });
});
