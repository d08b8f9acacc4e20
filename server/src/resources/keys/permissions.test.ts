/** Tests the table of permissions: every route of the OpenAPI document × role × project. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../test/answer.ts';
import { readOpenApi } from '../../../test/read-openapi.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { roles } from '../../caller.ts';
import { readConfig } from '../../config.ts';
import { type Action, permissionFor } from '../../http/request/permissions.ts';
import { createServer } from '../../http/server.ts';
import type { Services } from '../../services.ts';
import { authorizeRequests } from './authorize.ts';

interface Route {
  method: string;
  path: string;
  operationId: string;
  /** Undefined when anybody may call it. */
  action: Action | undefined;
  required: string[];
  example: unknown;
}

const document = readOpenApi();

const routes: Route[] = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
  // biome-ignore lint/suspicious/noExplicitAny: an operation of the document
  Object.entries(operations as Record<string, any>).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operationId: operation.operationId,
    action: operation['x-action'],
    required: (operation.parameters ?? []).flatMap((parameter: { in: string; required?: boolean; name: string }) =>
      parameter.in === 'query' && parameter.required ? [parameter.name] : [],
    ),
    example: operation.requestBody?.content?.['application/json']?.example,
  })),
);

/** Bodies of routes without a JSON example in the document. */
const bodies: Record<string, { body: unknown; type: string; query?: string }> = {
  createTable: { body: 'rooms,price\n1,100\n', type: 'text/csv', query: '?name=homes' },
  appendRows: { body: 'rooms,price\n1,100\n', type: 'text/csv' },
  importModel: { body: 'no model', type: 'application/octet-stream', query: '?name=copy' },
  createSession: { body: '{}', type: 'application/json' },
  logIn: { body: '{}', type: 'application/json' },
  logInToCloud: { body: '{}', type: 'application/json' },
  createChatCompletion: {
    body: '{"model":"nothing","messages":[{"role":"user","content":"?"}]}',
    type: 'application/json',
  },
  createResponse: { body: '{"model":"nothing","input":"?"}', type: 'application/json' },
  createMessage: {
    body: '{"model":"nothing","max_tokens":9,"messages":[{"role":"user","content":"?"}]}',
    type: 'application/json',
  },
  callA2a: { body: '{"jsonrpc":"2.0","id":1,"method":"SendMessage"}', type: 'application/json' },
  createEmbedding: { body: '{"model":"nothing","input":"?"}', type: 'application/json' },
  predict: { body: '[{"rooms": 1}]', type: 'application/json' },
};

const isGone = (route: Route) => route.operationId === 'deleteProject';
/** The deletion of the own project comes last, because the others need it. */
const inOrder = [...routes.filter((route) => !isGone(route)), ...routes.filter(isGone)];

describe('the table of who may what', () => {
  let service: TestService;
  const limited: Record<string, { secret: string; own: string }> = {};
  const whole: Record<string, string> = {};
  let other: string;

  beforeAll(async () => {
    service = await startTestService();
    const owned = await Promise.all(roles.map(async (role) => [role, await service.project()] as const));
    other = await service.project();
    for (const role of roles) whole[role] = await makeKey({ name: `whole-${role}`, role });
    for (const [role, own] of owned)
      limited[role] = { own, secret: await makeKey({ name: `limited-${role}`, role, projects: [own] }) };
  });
  afterAll(() => service.stop());

  async function makeKey(key: object): Promise<string> {
    const { body } = await service.call('POST', '/api/keys', key, bearer(whole.admin));
    return body.secret;
  }

  async function ask(route: Route, project: string, secret: string | undefined): Promise<Answer> {
    const given = bodies[route.operationId];
    const path = route.path
      .replace('{projectName}', project)
      .replace('{code}', 'internal')
      .replace('{version}', '1')
      .replace(/\{\w+\}/g, 'nothing');
    const query = given?.query ?? (route.required.length > 0 ? `?${route.required.map((name) => `${name}=x`)}` : '');
    const headers = { ...bearer(secret), ...(given ? { 'content-type': given.type } : {}) };
    const answer = await service.call(route.method, path + query, given?.body ?? route.example, headers);
    // The protocols of others have their own forms of errors.
    const inside = answer.body?.error;
    return inside
      ? { ...answer, body: { code: inside.data?.[0].reason ?? inside.code, detail: inside.message } }
      : answer;
  }

  it.each(inOrder)('$method $path', async (route) => {
    const { action } = route;
    const inProject = route.path.includes('{projectName}');
    const unknown = await ask(route, other, undefined);
    if (action === undefined) return expect([401, 403]).not.toContain(unknown.status);
    expect(unknown).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(unknown.headers.get('www-authenticate')).toContain('Bearer');
    const { everyProject } = permissionFor(action);
    for (const role of roles) {
      const { own, secret } = limited[role];
      const may = permissionFor(action).roles.includes(role);
      const refused = { status: 403, body: { code: 'not_permitted' } };
      if (!may || everyProject) expect(await ask(route, own, secret), role).toMatchObject(refused);
      else expectLetIn(await ask(route, own, secret), role);
      if (!may) expect(await ask(route, other, secret), role).toMatchObject(refused);
      if (!may) expect(await ask(route, other, whole[role]), role).toMatchObject(refused);
      if (may && inProject) await expectSameAsMissing(route, role, secret);
      if (may && !inProject) expectLetIn(await ask(route, other, whole[role]), role);
    }
  });

  function expectLetIn({ status, body }: Answer, role: string): void {
    expect([401, 403], role).not.toContain(status);
    expect(status, role).toBeLessThan(500);
    expect(body?.code, role).not.toBe('project_not_found');
  }

  async function expectSameAsMissing(route: Route, role: string, secret: string): Promise<void> {
    const [foreign, missing] = await Promise.all([ask(route, other, secret), ask(route, 'no_such', secret)]);
    expect(foreign, role).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    const shown = ({ body }: Answer) => ({
      ...body,
      instance: '',
      detail: body.detail.replace(/no_such|project_\d+/, ''),
    });
    expect(shown(foreign), role).toEqual(shown(missing));
  }

  it('lists to a limited key its own projects alone', async () => {
    const list = await service.call('GET', '/projects', undefined, bearer(limited.viewer.secret));
    expect(list.body.map(({ name }: { name: string }) => name)).toEqual([limited.viewer.own]);
    const none = await service.call('GET', '/projects', undefined, bearer(await makeKey(withoutProjects)));
    expect(none.body).toEqual([]);
  });
});

const withoutProjects = { name: 'without-projects', role: 'viewer', projects: [] };

function bearer(secret: string | undefined): Record<string, string> {
  return secret === undefined ? {} : { authorization: `Bearer ${secret}` };
}

describe('every route', () => {
  it('changes nothing for viewers and predictors', () => {
    const changing = routes.filter(({ method, action }) => method !== 'GET' && action !== undefined);
    const mayDo = (role: 'viewer' | 'predictor') => [
      ...new Set(
        changing.flatMap(({ action }) => (action && permissionFor(action).roles.includes(role) ? [action] : [])),
      ),
    ];
    expect(mayDo('viewer').sort()).toEqual([
      'agents.complete',
      'agents.rate',
      'knowledge_bases.search',
      'mcp.use',
      'models.predict',
      'models.send_truths',
      'queries.run',
      'sql.use',
    ]);
    expect(mayDo('predictor').sort()).toEqual([
      'agents.complete',
      'agents.rate',
      'mcp.use',
      'models.predict',
      'models.send_truths',
      'sql.use',
    ]);
  });

  it('shows rows as they were sent to models to none but who may change these', () => {
    const [{ action }] = routes.filter(({ operationId }) => operationId === 'getModelSample');
    expect(action && permissionFor(action).roles).toEqual(['admin', 'editor']);
  });

  it('names its action, or the service does not start', () => {
    const config = readConfig({ SIBYL_LOG_LEVEL: 'silent' });
    const app = createServer(config);
    authorizeRequests(app, { config } as Services); // no request is sent, so nothing else is used
    expect(() => app.get('/nameless', async () => 'open to all')).toThrow('must name its action');
  });

  it('documents who may and that a key is needed', () => {
    for (const { action, path, method } of routes) {
      const operation = document.paths[path][method.toLowerCase()];
      if (action === undefined) expect(operation.security, path).toEqual([]);
      else expect(Object.keys(operation.responses), path).toEqual(expect.arrayContaining(['401', '403']));
    }
  });
});
