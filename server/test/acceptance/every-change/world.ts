import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { Answer } from '../../answer.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../loopback/provider.ts';
import { type LoopbackServer, startLoopback } from '../../loopback.ts';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../../service-process.ts';

interface Operation {
  id: string;
  method: string;
  path: string;
}

const document = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'));

/** All operations of the document with a changing method. */
export const changingOperations: Operation[] = Object.entries<Record<string, { operationId: string }>>(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId: id }]) =>
    method === 'get' ? [] : [{ id, method: method.toUpperCase(), path }],
  ),
);

export const project = 'walked';

export interface Told {
  id: string;
  type: string;
  sequence: number;
}

/** The path parameters, query and body of one request. */
export interface Call {
  path?: Record<string, string>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A real service with a key, a language model and a webhook receiver, with all responses so far. */
export interface World {
  service: ServiceProcess;
  provider: LoopbackProvider;
  receiver: LoopbackServer;
  /** The last response of each operation. */
  answers: Map<string, Answer>;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  call(operation: string, call: Call): Promise<Answer>;
  /** Repeats the request until `accept` holds. */
  until(path: string, accept: (answer: Answer) => boolean): Promise<Answer>;
  /** Returns all events so far, of the project and of the service. */
  told(): Promise<Told[]>;
}

export async function openWorld(): Promise<World> {
  const [provider, receiver] = await Promise.all([
    startLoopbackProvider({ text: 'Answered.' }),
    startLoopback(({ path }, response) => response.writeHead(statusOf(path)).end(installed[path])),
  ]);
  onTestFinished(async () => void (await Promise.all([provider.stop(), receiver.stop()])));
  const settings = {
    SIBYL_OUTGOING_ALLOWED: '127.0.0.1',
    SIBYL_PUBLIC_URL: 'http://127.0.0.1:4747',
    SIBYL_LOG_LEVEL: 'trace',
    SIBYL_MAX_JSON_BYTES: '100000',
  };
  const service = startProcess(makeDirectory(), settings);
  const made = await service.call('POST', '/api/keys', { name: 'keeper', role: 'admin' });
  const authorization = `Bearer ${made.body.secret}`;
  const ask: World['ask'] = (method, path, body, headers) =>
    service.call(method, path, body, { authorization, ...headers });
  const answers = new Map<string, Answer>([['keeper', made]]);
  return {
    service,
    provider,
    receiver,
    answers,
    ask,
    async call(id, { path = {}, query = '', body, headers }) {
      const { method, path: template } = operationOf(id);
      const filled = { projectName: project, ...path };
      const address = template.replace(/\{(\w+)\}/g, (_all, name: keyof typeof filled) => filled[name]);
      const answer = await ask(method, address + query, body, headers);
      answers.set(id, answer);
      return answer;
    },
    until: (path, accept) =>
      eventually(async () => {
        const answer = await ask('GET', path);
        if (!accept(answer)) throw new Error(`${path} still answers ${answer.text}`);
        return answer;
      }),
    async told() {
      const streams = [`/api/projects/${project}/events?sort=-sequence`, '/api/events?sort=-sequence'];
      const pages = await Promise.all(streams.map((path) => ask('GET', path)));
      return pages.flatMap(({ status, body }) => (status === 200 ? body : []));
    },
  };
}

/** What a platform says of an installation. */
const installed: Record<string, string> = {
  '/oauth.v2.access': JSON.stringify({
    ok: true,
    access_token: 'xoxb-Kanarienvogel-token',
    bot_user_id: 'U1',
    team: { id: 'T1', name: 'Acme' },
  }),
};

function statusOf(path: string): number {
  if (path.startsWith('/refused')) return 401;
  return path.startsWith('/gone') ? 410 : 200;
}

function operationOf(id: string): Operation {
  const found = changingOperations.find((operation) => operation.id === id);
  if (!found) throw new Error(`the document has no changing operation ${id}`);
  return found;
}
