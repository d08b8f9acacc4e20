/** The Web API, events over HTTP and socket mode, as far as the adapter uses them: https://api.slack.com */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { KnownBlock } from '@slack/types';
import { type Carrier, type ChatPeer, Shelf } from './peer.ts';
import { send } from './telegram-peer.ts';
import { TextSocketServer } from './text-socket.ts';

const bot_token = 'xoxb-test-test-test';
const app_token = 'xapp-test-test-test';
const signing_secret = '0123456789abcdef0123456789abcdef';

interface Post {
  ts: string;
  text: string;
  metadata?: unknown;
  blocks?: KnownBlock[];
}

interface SlackOptions {
  mode?: 'webhook' | 'socket';
  /** The longest text that it takes. */
  longest?: number;
}

export interface SlackPeer extends ChatPeer {
  /** Sends a raw event. */
  event(content: Record<string, unknown>): Promise<void>;
  /** Sends a signed form, as commands and buttons come. */
  form(fields: Record<string, string>): Promise<void>;
  /** Closes the socket as Slack does every few hours. */
  renewSocket(): void;
  /** Nothing is heard of the socket any more. */
  fallSilent(): void;
  calls: string[];
  /** Keeps a file that a person sends. @returns its address */
  keep(text: string): string;
  /** Blocks of the last message of a chat. */
  blocks(chat?: number): KnownBlock[];
}

export async function startSlack({ mode = 'webhook', longest = 4000 }: SlackOptions = {}): Promise<SlackPeer> {
  let valid = true;
  let refusal = { status: 0, calls: 0 };
  let count = 0;
  let carrier: Carrier = async () => ({ status: 200 });
  const posts = new Map<string, Post[]>();
  const calls: string[] = [];
  const files = new Shelf<string>();
  const sent: string[] = [];
  const uploads = new Map<string, { name: string; length: number; isWhole: boolean }>();
  let takesFiles = true;
  let presses = 0;
  const sockets = new EventSocket();

  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const method = request.url?.slice(1) ?? '';
    calls.push(method);
    const upload = uploads.get(method.replace(/^upload\//, ''));
    if (upload) {
      upload.isWhole = !upload.name.endsWith('.png') || body.includes('PNG');
      return send(response, 200, {});
    }
    if (method.startsWith('sent/')) {
      const isOfBot = request.headers.authorization === `Bearer ${bot_token}`;
      return void response.end(isOfBot ? sent[Number(method.slice(5))] : '<html>Sign in to Slack</html>');
    }
    const form = new URLSearchParams(body);
    const expected = method === 'apps.connections.open' ? app_token : bot_token;
    if (!valid || request.headers.authorization !== `Bearer ${expected}`)
      return send(response, 200, { ok: false, error: 'invalid_auth' });
    if (method.startsWith('chat.') && refusal.calls > 0) {
      refusal.calls -= 1;
      return send(response, refusal.status, { ok: false, error: 'ratelimited' }, { 'retry-after': '1' });
    }
    answer(method, form, response);
  });
  server.on('upgrade', (request, socket: Socket, head: Buffer) => sockets.accept(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  function answer(method: string, form: URLSearchParams, response: ServerResponse) {
    const ok = (fields: object) => send(response, 200, { ok: true, ...fields });
    const channel = form.get('channel') ?? '';
    const inChannel = posts.get(channel) ?? [];
    if ((form.get('text')?.length ?? 0) > longest) return send(response, 200, { ok: false, error: 'msg_too_long' });
    switch (method) {
      case 'auth.test':
        return ok({ user_id: 'UBOT', user: 'helper' });
      case 'apps.connections.open':
        return ok({ url: `ws://127.0.0.1:${port}/socket` });
      case 'chat.postMessage': {
        const post = {
          ts: timestamp(),
          text: form.get('text') ?? '',
          metadata: JSON.parse(form.get('metadata') ?? '{}'),
          blocks: JSON.parse(form.get('blocks') ?? '[]'),
        };
        posts.set(channel, [...inChannel, post]);
        return ok({ ts: post.ts });
      }
      case 'chat.update': {
        const post = inChannel.find(({ ts }) => ts === form.get('ts'));
        if (!post) return send(response, 200, { ok: false, error: 'message_not_found' });
        post.text = form.get('text') ?? '';
        post.blocks = JSON.parse(form.get('blocks') ?? '[]');
        return ok({ ts: post.ts });
      }
      case 'files.getUploadURLExternal': {
        if (!takesFiles) return send(response, 200, { ok: false, error: 'missing_scope', needed: 'files:write' });
        const id = `F${uploads.size + 1}`;
        uploads.set(id, { name: form.get('filename') ?? '', length: Number(form.get('length')), isWhole: false });
        return ok({ upload_url: `http://127.0.0.1:${port}/upload/${id}`, file_id: id });
      }
      case 'files.completeUploadExternal': {
        for (const { id } of JSON.parse(form.get('files') ?? '[]') as { id: string }[]) {
          const upload = uploads.get(id);
          if (upload?.isWhole) files.add(form.get('channel_id') ?? '', upload.name);
        }
        return ok({ files: [] });
      }
      case 'conversations.history':
      case 'conversations.replies':
        return ok({ messages: inChannel });
      default:
        return send(response, 200, { ok: false, error: 'unknown_method' });
    }
  }

  function timestamp(): string {
    count += 1;
    return `1700000000.${String(count).padStart(6, '0')}`;
  }

  async function event(content: Record<string, unknown>): Promise<void> {
    const payload = { type: 'event_callback', event: content };
    if (mode === 'socket') return sockets.send(payload);
    return signed(JSON.stringify(payload), 'application/json');
  }

  async function signed(body: string, type: string): Promise<void> {
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', signing_secret).update(`v0:${time}:${body}`).digest('hex');
    const headers = {
      'content-type': type,
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${signature}`,
    };
    await carrier({ method: 'POST', headers, query: {}, body: Buffer.from(body) });
  }

  const credentials = mode === 'socket' ? { app_token } : { signing_secret };
  return {
    channel: { type: 'slack', mode, bot_token, ...credentials, api_url: `http://127.0.0.1:${port}` },
    wrongSecret: { bot_token: 'xoxb-wrong-wrong-wrong' },
    calls,
    event,
    keep: (text) => `http://127.0.0.1:${port}/sent/${sent.push(text) - 1}`,
    form: (fields) => signed(String(new URLSearchParams(fields)), 'application/x-www-form-urlencoded'),
    renewSocket: () => sockets.send({}, 'disconnect'),
    fallSilent: () => sockets.fallSilent(),
    async say({ text, chat = 1, id, nameless }) {
      const ts = id ?? timestamp();
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const channel = nameless === 'conversation' ? '' : `D${chat}`;
      const user = nameless === 'author' ? '' : `U${chat}`;
      await event({ type: 'message', channel, channel_type: 'im', user, text: escaped, ts });
      return ts;
    },
    shown: (chat = 1) => (posts.get(`D${chat}`) ?? []).map(({ text }) => text),
    files: (chat = 1) => files.at(`D${chat}`),
    blocks: (chat = 1) => posts.get(`D${chat}`)?.at(-1)?.blocks ?? [],
    buttons(chat = 1) {
      const blocks = (posts.get(`D${chat}`) ?? []).flatMap((post) => post.blocks ?? []);
      const keys = blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
      return keys.flatMap((key) => (key.type === 'button' ? [{ id: key.value ?? '', label: key.text.text }] : []));
    },
    async press(id, chat = 1) {
      presses += 1;
      const actions = [{ action_id: 'sibyl_button_0', value: id }];
      const place = { user: { id: `U${chat}` }, channel: { id: `D${chat}` } };
      const payload = { type: 'block_actions', ...place, actions, trigger_id: `9.${presses}` };
      if (mode === 'socket') sockets.send(payload);
      else
        await signed(
          String(new URLSearchParams({ payload: JSON.stringify(payload) })),
          'application/x-www-form-urlencoded',
        );
    },
    refuseFiles() {
      takesFiles = false;
    },
    refuse(status, calls) {
      refusal = { status, calls };
    },
    revoke() {
      valid = false;
    },
    carry(to) {
      carrier = to;
    },
    async stop() {
      sockets.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** Events that are sent again, on whatever socket is there, until they are acknowledged. */
class EventSocket {
  readonly #sockets: TextSocketServer;
  #count = 0;
  readonly #unacknowledged = new Map<string, object>();

  constructor() {
    this.#sockets = new TextSocketServer({
      opened: () => {
        this.#write({ type: 'hello' });
        for (const envelope of this.#unacknowledged.values()) this.#write(envelope);
      },
      received: (text) => void this.#unacknowledged.delete(JSON.parse(text).envelope_id),
    });
  }

  accept(request: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#sockets.accept(request, socket, head);
  }

  async send(payload: object, type = 'events_api'): Promise<void> {
    if (type === 'disconnect') return this.#write({ type, reason: 'refresh_requested' });
    this.#count += 1;
    const envelope = { type, envelope_id: `envelope-${this.#count}`, payload };
    this.#unacknowledged.set(envelope.envelope_id, envelope);
    this.#write(envelope);
  }

  fallSilent(): void {
    this.#sockets.fallSilent();
  }

  close(): void {
    this.#sockets.cut();
  }

  #write(message: object): void {
    this.#sockets.send(JSON.stringify(message));
  }
}
