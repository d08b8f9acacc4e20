/** Every log line shows which request caused it. */
import { expect, onTestFinished, test } from 'vitest';
import { startCollector } from '../loopback/collector.ts';
import { startLoopback } from '../loopback.ts';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';

const callersId = 'asked-by-a-caller';

function linesOf({ output }: ServiceProcess): Record<string, unknown>[] {
  return output.error.split('\n').flatMap((line) => (line.startsWith('{') ? JSON.parse(line) : []));
}

/** Causes a failure deep inside a request: the agent's provider sends unreadable data. */
async function askBrokenAgent(service: ServiceProcess): Promise<Record<string, unknown>> {
  const broken = await startLoopback((_request, response) => response.end('no JSON'));
  onTestFinished(() => broken.stop());
  const model = { provider: 'openai_compatible', model_name: 'some', base_url: broken.url };
  const agents = '/projects/default/agents';
  await service.call('POST', agents, { name: 'broken', model });
  const messages = [{ question: 'hidden question' }];
  const answer = await service.call(
    'POST',
    `${agents}/broken/completions`,
    { messages },
    { 'x-request-id': callersId },
  );
  return answer.body;
}

test('the line of a failure and its problem document name the request, by the ID that its caller gave', async () => {
  const service = startProcess(makeDirectory());
  await service.url;
  const problem = await askBrokenAgent(service);
  expect(problem).toMatchObject({ status: 502, instance: expect.stringContaining(callersId) });
  await eventually(async () => expect(linesOf(service).map(({ reqId }) => reqId)).toContain(callersId));
  expect(service.output.error).not.toContain('hidden question');
});

test('in a traced request lines name the trace as well', async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.stop());
  const settings = {
    SIBYL_LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '10',
  };
  const service = startProcess(makeDirectory(), settings);
  await service.url;
  await askBrokenAgent(service);
  const { traceId } = await collector.span('invoke_agent broken');
  const ofRequest = () => linesOf(service).filter(({ reqId }) => reqId === callersId);
  await eventually(async () => expect(ofRequest().map(({ msg }) => msg)).toContain('answered'));
  expect(new Set(ofRequest().map(({ trace_id }) => trace_id))).toEqual(new Set([traceId]));
});
