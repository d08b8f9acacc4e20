import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOpenApi } from '../../server/test/read-openapi.ts';
import { startTestService } from '../../server/test/service.ts';
import { createClient } from '../src/index.ts';
import type { OperationId } from '../src/types.ts';

interface Operation {
  operationId: OperationId;
  parameters?: { name: string; in: string }[];
  requestBody?: object;
}
const operations = Object.entries<Record<string, Operation>>(readOpenApi().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

/** Only reachable by `call`: other protocols, visitors of a page, and a second spelling. */
const withoutMethod = [
  'beginVisit',
  'callA2a',
  'callMcp',
  'createChatCompletion',
  'createEmbedding',
  'createMessage',
  'createResponse',
  'deleteAgentByPlural',
  'deleteResponse',
  'describeProtectedResource',
  'findAgentCard',
  'finishChatbotInstallation',
  'getChatModel',
  'getErrorCode',
  'getLiveness',
  'getMetrics',
  'getOpenApiJson',
  'getOpenApiYaml',
  'getResponse',
  'getStatus',
  'getWidget',
  'listChatModels',
  'listErrorCodes',
  'listResponseInputItems',
  'listTree',
  'listTreeOfProject',
  'logIn',
  'logInToCloud',
  'readAgentCard',
  'receiveFromPlatform',
  'runStatement',
  'sayToChatbot',
  'streamConversation',
  'verifyWebhook',
];

/** Untyped on purpose, because every operation is called in the same way. */
type LooseCall = (id: OperationId, input: object) => Promise<Response>;

test('every operation of the document is reached by its name, by the method and the address it has there', async () => {
  const sent: string[] = [];
  const sibyl = createClient({
    url: 'http://sibyl.test',
    fetch: async (url, init) => {
      sent.push(`${init?.method} ${String(url)}`);
      return new Response('{}', { headers: { 'content-type': 'application/json' } });
    },
  });
  for (const { operationId, path, method, parameters = [] } of operations) {
    const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, `${name}.1`]);
    await (sibyl.response as LooseCall).call(sibyl, operationId, { path: Object.fromEntries(names) });
    const address = path.replace(/\{(\w+)\}/g, '$1.1');
    expect(sent.at(-1)).toBe(`${method} http://sibyl.test${address}`);
  }
  expect(sent).toHaveLength(operations.length);
});

test('the real service knows every one of them', async () => {
  const service = await startTestService();
  try {
    const sibyl = createClient({ url: service.url, retries: 0 });
    // A service that needs no key has none to tell of.
    const known = operations.filter(({ operationId }) => operationId !== 'describeProtectedResource');
    for (const { operationId, parameters = [], requestBody } of known) {
      const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => [name, 'none']);
      const signal = AbortSignal.timeout(120_000);
      const input = { path: Object.fromEntries(names), signal, ...(requestBody ? { body: {} } : {}) };
      const problem = await (sibyl.response as LooseCall).call(sibyl, operationId, input).then(
        (response) => response.body?.cancel(),
        (error) => error.code,
      );
      expect([operationId, problem]).not.toEqual([operationId, expect.stringMatching(/route_not_found|not_allowed/)]);
    }
  } finally {
    await service.stop();
  }
});

test('every operation of a resource has a method of its own', () => {
  const sources = ['client.ts', ...handles].map((name) => readFileSync(join(source, name), 'utf8'));
  const called = new Set(
    sources
      .flatMap((text) => [...text.matchAll(/\.(?:call|list|response|follow|stream)\(\s*'(\w+)'/g)])
      .map(([, id]) => id),
  );
  const missing = operations.map(({ operationId }) => operationId).filter((id) => !called.has(id));
  expect(missing.sort()).toEqual(withoutMethod);
});

const source = join(import.meta.dirname, '../src');
const handles = readdirSync(join(source, 'handles')).map((name) => `handles/${name}`);
