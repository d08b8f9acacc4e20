/**
 * Records an example of each operation from a service that really answers it: `npm run openapi:examples`, after a change
 * of what is sent or answered. A test holds every example to the schema of its place.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { serve } from '../server/src/serve.ts';
import { deletions, uses } from '../server/test/walk/steps.ts';
import { Walker } from '../server/test/walk/walker.ts';

interface Recorded {
  requests: Record<string, unknown>;
  answers: Record<string, Record<string, unknown>>;
}

/** What a walk on this machine alone cannot show: it has no chat platform and no provider of vectors. */
const written: Record<string, Recorded> = {
  createEmbedding: {
    requests: {},
    answers: {
      200: {
        'application/json': {
          object: 'list',
          data: [{ object: 'embedding', index: 0, embedding: [0.0023, -0.0093, 0.0154] }],
          model: 'default/handbook',
          usage: { prompt_tokens: 5, total_tokens: 5 },
        },
      },
    },
  },
  beginChatbotInstallation: {
    requests: {},
    answers: {
      201: {
        'application/json': {
          url: 'https://slack.com/oauth/v2/authorize?client_id=1.2&scope=chat%3Awrite&state=…',
          redirect_url: 'https://sibyl.example.com/api/channels/bot_01JZ0000000000000000000000/install',
          expires_at: '2026-01-31T12:10:00.000Z',
        },
      },
    },
  },
  listChatbotInstallations: {
    requests: {},
    answers: {
      200: { 'application/json': [{ tenant: 'T024BE7LD', name: 'Acme', created_at: '2026-01-31T12:00:00.000Z' }] },
    },
  },
  finishChatbotInstallation: { requests: {}, answers: { 200: { 'text/plain': 'It is installed.' } } },
  verifyWebhook: { requests: {}, answers: { 200: { 'text/plain': '1158201444' } } },
  receiveFromPlatform: { requests: {}, answers: { 200: { 'application/json': {} } } },
  streamConversation: { requests: {}, answers: { 200: { 'text/event-stream': ': ready\n\n' } } },
  getOpenApiJson: { requests: {}, answers: { 200: { 'application/json': { openapi: '3.1.0' } } } },
  getOpenApiYaml: { requests: {}, answers: { 200: { 'application/yaml': { openapi: '3.1.0' } } } },
};

const longestText = 1500;
const mostItems = 3;

/** Short enough to read: the first of many items, the beginning of long texts. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (Array.isArray(value)) return value.slice(0, mostItems).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]));
}

const directory = mkdtempSync(join(tmpdir(), 'sibyl-examples-'));
const receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
await new Promise((resolve) => receiver.once('listening', resolve));
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
const settings = { SIBYL_DATA_DIR: directory, SIBYL_PORT: '0', SIBYL_SAMPLE: '1', SIBYL_LOG_LEVEL: 'silent' };
const service = await serve(readConfig(settings));
try {
  await service.prepared;
  const walker = new Walker(service.address, { receiver: hook });
  const recorded: Record<string, Recorded> = structuredClone(written);
  for (const step of [...uses, ...deletions]) {
    const { status, type, answer } = await walker.take(step);
    recorded[step.operation] ??= { requests: {}, answers: {} };
    const { requests, answers } = recorded[step.operation];
    const sent = step.type === undefined || step.type === 'visitor' ? 'application/json' : step.type;
    if (step.body !== undefined && sent !== 'application/octet-stream') requests[sent] ??= shorten(step.body);
    if (type !== '' && !(answer instanceof Uint8Array)) {
      answers[status] ??= {};
      answers[status][type] ??= shorten(answer);
    }
  }
  const text = JSON.stringify(recorded, null, 1)
    .replaceAll(service.address, 'http://127.0.0.1:4747')
    .replaceAll('{receiver}', 'https://app.example.com/hooks/sibyl')
    .replaceAll(hook, 'https://app.example.com/hooks/sibyl')
    .replace(/sib_[A-Za-z0-9_]{20,}/g, 'sib_01JZ0000000000000000000000_…')
    .replace(/whsec_[A-Za-z0-9+/=]{20,}/g, 'whsec_…')
    .replaceAll('{admin}', 'sib_01JZ0000000000000000000000_…');
  writeFileSync('server/src/http/openapi/examples.json', `${text}\n`);
} finally {
  await service.close();
  receiver.close();
  rmSync(directory, { recursive: true, force: true });
}
