/** The gateway and the REST API as far as the adapter uses them: https://discord.com/developers/docs */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { type ChatPeer, fieldIn, fileIn, type Pressable, Shelf } from './peer.ts';
import { send } from './telegram-peer.ts';
import { TextSocketServer } from './text-socket.ts';

const bot_token = 'TestTestTestTestTestTest.Test.TestTestTestTestTest';
const bot = { id: '42', username: 'helper', bot: true };

const startLimit = { total: 1000, remaining: 999, reset_after: 1000, max_concurrency: 1 };
const tooLong = {
  content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
};

interface Message {
  id: string;
  channel_id: string;
  content: string;
  author: object;
  nonce?: string;
  message_reference?: unknown;
}

export interface DiscordPeer extends ChatPeer {
  /** Sends a raw message of a person. */
  message(content: Record<string, unknown>): void;
  /** Sends a raw event. */
  dispatch(type: string, content: object): void;
  /** Closes the gateway with a code. */
  closeGateway(code: number): void;
  /** Nothing is heard of the gateway any more on the connection of now. */
  fallSilent(): void;
  /** From now on a new connection to the gateway stands, and nobody answers on it. */
  answerNoUpgrade(): void;
  /** What was answered to interactions. */
  responses: unknown[];
  /** How often the gateway was connected to, and how often a session began. */
  readonly connections: { opened: number; identified: number };
}

export async function startDiscord({ longest = 2000, heartbeatMs = 100 } = {}): Promise<DiscordPeer> {
  let valid = true;
  let refusal = { status: 0, calls: 0 };
  let count = 1000;
  const channels = new Map<string, Message[]>();
  const files = new Shelf<string>();
  const buttons = new Map<string, Pressable[]>();
  const responses: unknown[] = [];
  let takesFiles = true;
  const gateway = new Gateway(() => valid, heartbeatMs);

  const server = createServer(async (request, response) => {
    const body = await readText(request);
    if (!valid || request.headers.authorization !== `Bot ${bot_token}`)
      return send(response, 401, { message: '401: Unauthorized' });
    if (body.startsWith('--')) return takeFile(request, body, response);
    return answer(request, body ? JSON.parse(body) : {}, response);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) =>
    gateway.sockets.accept(request, socket, head),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  gateway.url = `ws://127.0.0.1:${port}`;

  function takeFile(request: IncomingMessage, form: string, response: ServerResponse) {
    const [, channel = ''] = /\/channels\/(\d+)\/messages$/.exec(request.url ?? '') ?? [];
    const { nonce, attachments } = JSON.parse(fieldIn(form, 'payload_json'));
    if (!takesFiles || attachments[0].id !== 0)
      return send(response, 403, { code: 50_013, message: 'Missing Permissions' });
    files.add(channel, fileIn(form));
    return send(response, 200, { id: nextId(), nonce });
  }

  function keep(channel: string, { components }: Record<string, unknown>): void {
    const rows = (components ?? []) as { components: { custom_id: string; label: string }[] }[];
    const keys = rows.flatMap((row) => row.components).map(({ custom_id, label }) => ({ id: custom_id, label }));
    if (keys.length > 0) buttons.set(channel, keys);
  }

  function answer(request: IncomingMessage, body: Record<string, unknown>, response: ServerResponse) {
    const { method } = request;
    const url = request.url?.replace(/^\/v10/, '') ?? '';
    if (url === '/users/@me') return send(response, 200, bot);
    if (url === '/gateway/bot')
      return send(response, 200, { url: gateway.url, shards: 1, session_start_limit: startLimit });
    if (url.startsWith('/interactions/')) {
      responses.push(body);
      return send(response, 200, { resource: { message: { id: nextId() } } });
    }
    const [, channel = '', rest = '', query = ''] = /^\/channels\/([^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(url) ?? [];
    const messages = channels.get(channel) ?? [];
    channels.set(channel, messages);
    if (rest === '') return send(response, 200, { id: channel, type: 1 });
    if (rest === 'typing') return send(response, 200, {});
    if (method === 'GET') {
      const asked = new URLSearchParams(query);
      const after = BigInt(asked.get('after') ?? 0);
      return send(
        response,
        200,
        messages
          .filter(({ id }) => BigInt(id) > after)
          .slice(0, Number(asked.get('limit') ?? 50))
          .map(said)
          .toReversed(),
      );
    }
    if (refusal.calls > 0) {
      refusal.calls -= 1;
      return send(response, refusal.status, { message: 'no', retry_after: 1 });
    }
    const { length } = String(body.content);
    if (length > longest) return send(response, 400, { code: 50_035, message: 'Invalid Form Body', errors: tooLong });
    keep(channel, body);
    if (method === 'PATCH') return edit(messages, rest.split('/')[1], String(body.content), response);
    const known = messages.find(({ nonce }) => body.enforce_nonce === true && nonce === body.nonce);
    const posted = known ?? {
      id: nextId(),
      channel_id: channel,
      content: String(body.content),
      author: bot,
      nonce: String(body.nonce),
      message_reference: body.message_reference,
    };
    if (!known) messages.push(posted);
    return send(response, 200, posted);
  }

  function edit(messages: Message[], id: string, content: string, response: ServerResponse) {
    const message = messages.find((one) => one.id === id);
    if (!message) return send(response, 404, { message: 'Unknown Message' });
    message.content = content;
    return send(response, 200, message);
  }

  function nextId(): string {
    count += 1;
    return String(count);
  }

  return {
    channel: { type: 'discord', bot_token, api_url: `http://127.0.0.1:${port}/v10` },
    wrongSecret: { bot_token: 'WrongWrongWrongWrongWrong.Wrong.WrongWrongWrong' },
    message: (content) => gateway.dispatch('MESSAGE_CREATE', { type: 0, mentions: [], attachments: [], ...content }),
    dispatch: (type, content) => gateway.dispatch(type, content),
    closeGateway: (code) => gateway.sockets.close(code),
    fallSilent: () => gateway.fallSilent(),
    answerNoUpgrade: () => gateway.sockets.mute(),
    get connections() {
      return { opened: gateway.sockets.opened, identified: gateway.identified };
    },
    async say({ text, chat = 1, id = nextId(), nameless }) {
      const author = { id: nameless === 'author' ? '' : `7${chat}`, username: 'ann' };
      const channel_id = nameless === 'conversation' ? '' : `9${chat}`;
      const message: Message = { id, channel_id, content: text, author };
      const messages = channels.get(message.channel_id) ?? [];
      channels.set(message.channel_id, messages);
      if (!messages.some((one) => one.id === id)) messages.push(message);
      gateway.dispatch('MESSAGE_CREATE', said(message));
      return id;
    },
    shown: (chat = 1) => {
      const messages = channels.get(`9${chat}`) ?? [];
      return messages.filter(({ author }) => author === bot).map(({ content }) => content);
    },
    files: (chat = 1) => files.at(`9${chat}`),
    buttons: (chat = 1) => buttons.get(`9${chat}`) ?? [],
    async press(id, chat = 1) {
      const member = { user: { id: `7${chat}`, username: 'ann' } };
      const place = { channel_id: `9${chat}`, guild_id: '5', member };
      gateway.dispatch('INTERACTION_CREATE', { id: nextId(), type: 3, token: 't', ...place, data: { custom_id: id } });
    },
    responses,
    refuseFiles() {
      takesFiles = false;
    },
    refuse(status, calls) {
      refusal = { status, calls };
    },
    revoke() {
      valid = false;
    },
    carry() {},
    async stop() {
      gateway.stop();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function said(message: Message): object {
  return { type: 0, mentions: [], attachments: [], ...message };
}

/** Hello, identify, ready; events are numbered, and those of a session that resumes come again. */
class Gateway {
  url = '';
  readonly sockets: TextSocketServer;
  readonly #events: { t: string; d: object }[] = [];
  readonly #isValid: () => boolean;
  identified = 0;
  #isReady = false;

  constructor(isValid: () => boolean, heartbeatMs: number) {
    this.#isValid = isValid;
    this.sockets = new TextSocketServer({
      opened: () => {
        this.#isReady = false;
        this.#write({ op: 10, d: { heartbeat_interval: heartbeatMs } });
      },
      received: (text) => this.#receive(JSON.parse(text)),
    });
  }

  /** What comes while nobody listens is not repeated to a new session. */
  dispatch(t: string, d: object): void {
    this.#events.push({ t, d });
    if (this.#isReady) this.#send(this.#events.length - 1);
  }

  fallSilent(): void {
    this.#isReady = false;
    this.sockets.fallSilent();
  }

  stop(): void {
    this.sockets.cut();
  }

  #receive({ op, d }: { op: number; d: { token?: string; seq?: number } }) {
    if (op === 1) this.#write({ op: 11 });
    if (op !== 2 && op !== 6) return;
    if (!this.#isValid() || d.token !== bot_token) return this.sockets.close(4004);
    this.#isReady = true;
    if (op === 2) this.identified += 1;
    if (op === 2) this.dispatch('READY', { session_id: 'session', resume_gateway_url: this.url });
    else for (let index = d.seq ?? 0; index < this.#events.length; index += 1) this.#send(index);
    if (op === 6) this.dispatch('RESUMED', {});
  }

  #send(index: number): void {
    this.#write({ op: 0, s: index + 1, ...this.#events[index] });
  }

  #write(message: object): void {
    this.sockets.send(JSON.stringify(message));
  }
}
