/**
 * Traces, as an OpenTelemetry collector receives them.
 *
 * @module-tag long
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Collector, startCollector } from '../loopback/collector.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../loopback/provider.ts';
import { startLoopback } from '../loopback.ts';
import { startTestService, type TestService } from '../service.ts';
import { homes, trainModel } from './trained.ts';

const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = (flags: string) => `00-${caller.traceId}-${caller.spanId}-${flags}`;
const soon = { OTEL_BSP_SCHEDULE_DELAY: '10' };

async function startTraced(collector: Collector, environment: Record<string, string> = {}): Promise<TestService> {
  return startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...soon, ...environment });
}

describe('a traced service', () => {
  let service: TestService;
  let collector: Collector;
  let provider: LoopbackProvider;
  let project: string;

  beforeAll(async () => {
    [collector, provider] = await Promise.all([startCollector(), startLoopbackProvider()]);
    service = await startTraced(collector, {
      OTEL_SERVICE_NAME: 'sibyl-under-test',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=a%20test',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=collectors%20key',
    });
    project = await service.project();
  });
  afterAll(() => Promise.all([service.stop(), collector.stop(), provider.stop()]));

  it('says who it is, and shows the collector its key', async () => {
    const { resource } = await collector.span('POST /api/projects');
    expect(resource).toMatchObject({
      'service.name': 'sibyl-under-test',
      'deployment.environment.name': 'a test',
    });
    expect(collector.headers[0]).toMatchObject({ 'api-key': 'collectors key', 'content-type': 'application/json' });
  });

  it('makes one trace of a training: its request, its job, its process and the phases of that', async () => {
    const json = { 'content-type': 'application/json' };
    await service.call('POST', `/projects/${project}/tables?name=rentals`, JSON.stringify(homes), json);
    await trainModel(service, project, 'rents', { target: 'rental_price', from: { sql: 'SELECT * FROM rentals' } });
    const phase = await collector.span('training refitting');
    expect(await collector.way(phase)).toEqual([
      'POST /api/projects/:projectName/models',
      'job train model',
      'training process',
      'training refitting',
    ]);
    const snapshot = await collector.span('training snapshot');
    expect([snapshot.traceId, (await collector.span('duckdb snapshotQuery')).traceId]).toEqual([
      phase.traceId,
      phase.traceId,
    ]);
    expect(await collector.span('job train model')).toMatchObject({
      kind: 5,
      attributes: { 'sibyl.job.kind': 'train model', 'sibyl.job.attempt': 1 },
    });
  });

  it('goes on the trace of its caller', async () => {
    const headers = { traceparent: traceparent('01'), 'x-request-id': 'asked-by-a-caller' };
    await service.call('GET', `/projects/${project}`, undefined, headers);
    const span = await collector.span('GET /api/projects/:projectName');
    expect(span).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId, kind: 2 });
    expect(span.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/projects/:projectName',
      'http.response.status_code': 200,
      'url.path': `/api/projects/${project}`,
      'sibyl.request_id': 'asked-by-a-caller',
    });
    const statement = await collector.span('SELECT projects');
    expect(statement.attributes).toMatchObject({ 'db.system.name': 'sqlite', 'db.operation.name': 'SELECT' });
  });

  it('keeps nothing of a trace that its caller does not keep', async () => {
    await service.call('GET', '/skills-of-nobody', undefined, { traceparent: traceparent('00') });
    await service.call('GET', '/projects?search=kept');
    await collector.span('GET /api/projects');
    expect(collector.spans.filter(({ name }) => name === 'GET')).toEqual([]);
  });

  it('begins a trace of its own when the one that comes is none', async () => {
    await service.call('GET', `/projects/${project}/agents`, undefined, { traceparent: traceparent('zz') });
    const span = await collector.span('GET /api/projects/:projectName/agents');
    expect([span.parentSpanId, span.traceId === caller.traceId]).toEqual([undefined, false]);
  });

  it('shows an answer of an agent: the language model, its tool, the query, the calls to others', async () => {
    const json = { 'content-type': 'application/json' };
    await service.call('POST', `/projects/${project}/tables?name=homes`, JSON.stringify(homes), json);
    await service.call('POST', `/projects/${project}/skills`, {
      name: 'data',
      type: 'sql',
      params: { tables: ['homes'] },
    });
    const model = {
      provider: 'openai_compatible',
      model_name: 'some-model',
      base_url: provider.openai,
      api_key: 'sk-secret',
    };
    await service.call('POST', `/projects/${project}/agents`, { name: 'desk', model, skills: ['data'] });
    const [tool] = (await service.call('POST', `/projects/${project}/skills/data/test`, {})).body.tools;
    provider.script(
      { tools: [{ name: tool.name, input: { sql: "select 'hidden value' as v" } }] },
      { text: 'hidden value, the answer', usage: { input: 12, output: 3 } },
    );
    const messages = [{ question: 'hidden question' }];
    const answer = await service.call('POST', `/projects/${project}/agents/desk/completions`, { messages });
    expect(answer.body.message.content).toBe('hidden value, the answer');
    const completion = 'POST /api/projects/:projectName/agents/:agentName/completions';
    const { traceId } = await collector.span(completion);
    const query = await collector.span('duckdb runQuery', traceId);
    const agent = [completion, 'invoke_agent desk'];
    expect(await collector.way(query)).toEqual([...agent, `execute_tool ${tool.name}`, 'duckdb runQuery']);
    const trace = collector.spans.filter((span) => span.traceId === traceId);
    const calls = trace.filter(({ name }) => name === 'chat some-model');
    expect(await Promise.all(calls.map((call) => collector.way(call)))).toEqual([
      [...agent, 'chat some-model'],
      [...agent, 'chat some-model'],
    ]);
    expect(calls[1].attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai_compatible',
      'gen_ai.request.model': 'some-model',
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
      'gen_ai.response.finish_reasons': ['stop'],
    });
    expect(trace.map(({ name }) => name)).toEqual(expect.arrayContaining(['POST', 'INSERT messages']));
    expect(provider.asked.at(-1)?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(JSON.stringify(trace)).not.toMatch(/hidden|sk-secret/);
  });

  it('tells a failure by its code alone', async () => {
    const model = {
      provider: 'openai_compatible',
      model_name: 'gone',
      base_url: 'http://127.0.0.1:9/v1',
      api_key: 'sk-secret',
    };
    await service.call('POST', `/projects/${project}/agents`, { name: 'lost', model });
    const messages = [{ question: 'hidden question' }];
    const answer = await service.call('POST', `/projects/${project}/agents/lost/completions`, { messages });
    const agent = await collector.span('invoke_agent lost');
    expect(agent).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': answer.body.code } });
    expect(JSON.stringify(collector.spans)).not.toMatch(/hidden question|sk-secret/);
  });

  it('makes each delivery of a webhook a trace, which the receiver is told', async () => {
    const receiver = await startLoopback((_request, response) => response.end());
    onTestFinished(() => receiver.stop());
    const own = await service.project();
    await service.call('POST', `/projects/${own}/webhooks`, { name: 'hook', url: `${receiver.url}/secret-path` });
    await service.call('POST', `/projects/${own}/agents`, { name: 'told-of' });
    const delivery = await collector.span('webhook delivery');
    expect(delivery).toMatchObject({ kind: 4, parentSpanId: undefined });
    const told = receiver.requests.map(({ headers }) => String(headers.traceparent));
    expect(told.filter((header) => header.startsWith(`00-${delivery.traceId}-`))).toHaveLength(1);
    expect(JSON.stringify(collector.spans)).not.toContain('secret-path');
  });

  it('makes an answer of a chatbot a trace, with its agent', async () => {
    const own = await service.project();
    await service.call('POST', `/projects/${own}/agents`, { name: 'talker' });
    const bot = { name: 'page', agent: 'talker', channel: { type: 'web' }, is_running: true };
    const { id } = (await service.call('POST', `/projects/${own}/chatbots`, bot)).body;
    await service.until(`/projects/${own}/chatbots/page`, ({ body }) => body.status === 'running');
    const { token } = (await service.call('POST', `/api/channels/${id}/visits`, {})).body;
    const visitor = { authorization: `Bearer ${token}` };
    await service.call('POST', `/api/channels/${id}/messages`, { id: 'message-1', text: 'hidden text' }, visitor);
    const agent = await collector.span('invoke_agent talker');
    expect(await collector.way(agent)).toEqual(['chatbot message', 'invoke_agent talker']);
    expect(JSON.stringify(collector.spans)).not.toMatch(/hidden text|Bearer/);
  });

  it('does not trace who watches it', async () => {
    await service.call('GET', '/health/live');
    await service.call('GET', '/metrics');
    await service.call('GET', '/projects/after-probes');
    await collector.span('GET /api/projects/:projectName');
    expect(collector.spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
  });
});

describe('a collector', () => {
  it.each([
    ['refuses', (collector: Collector) => collector.url, 'failed'],
    ['is down', () => 'http://127.0.0.1:9', 'failed'],
  ])('that %s hurts nobody and is counted', async (_name, addressOf, outcome) => {
    const collector = await startCollector((response) => response.writeHead(400).end());
    onTestFinished(() => collector.stop());
    const service = await startTestService({
      OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(collector),
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
      ...soon,
    });
    onTestFinished(() => service.stop());
    expect((await service.call('GET', '/projects')).status).toBe(200);
    await service.until('/metrics', ({ text }) => new RegExp(`spans_total{outcome="${outcome}"} [1-9]`).test(text));
  });

  it('that never answers makes spans be dropped, not requests wait, nor the stop', async () => {
    const collector = await startCollector(() => {});
    onTestFinished(() => collector.stop());
    const service = await startTraced(collector, { OTEL_BSP_MAX_QUEUE_SIZE: '5', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '5' });
    for (let count = 0; count < 20; count += 1) expect((await service.call('GET', '/projects')).status).toBe(200);
    expect((await service.call('GET', '/metrics')).text).toMatch(/spans_total{outcome="dropped"} [1-9]/);
    await service.stop();
    expect(collector.headers).toHaveLength(1); // one batch at a time
  });

  it('gets what waits when the service stops', async () => {
    const collector = await startCollector();
    onTestFinished(() => collector.stop());
    const service = await startTraced(collector, { OTEL_BSP_SCHEDULE_DELAY: '600000' });
    await service.call('GET', '/projects/last-words');
    expect(collector.spans).toEqual([]);
    await service.stop();
    expect(collector.spans.map(({ name }) => name)).toContain('GET /api/projects/:projectName');
  });

  it('gets the share that a sampler keeps: none of none', async () => {
    const collector = await startCollector();
    onTestFinished(() => collector.stop());
    const service = await startTraced(collector, {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    await service.call('GET', '/projects');
    await service.call('GET', '/projects/kept', undefined, { traceparent: traceparent('01') });
    await service.stop();
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([caller.traceId]));
  });
});
