import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type LoopbackServer, startLoopback } from '../../../server/test/loopback.ts';
import { undoAtExit } from '../process/cleanup.ts';
import { call, requireSuccess } from './call.ts';
import type { Installation } from './installation.ts';

const secret = 'a secret of twenty-four characters';
const chats = 3;
const pauseMs = 1000;
const retryMs = 300;
const settleSeconds = 180;
const thinkMs = 150;

/** An application that talks to a bot by signed HTTP; it drops answers whose ID it has seen, as the contract says. */
export class Chat {
  readonly #at: Installation;
  readonly #said: string[] = [];
  /** Answers by their text, each by its ID. */
  readonly #answers = new Map<string, Set<string>>();
  #webhook = '';

  constructor(at: Installation) {
    this.#at = at;
  }

  /** Makes an agent on a language model that repeats the question, and a bot in front of it. */
  async prepare(): Promise<void> {
    const model = await startModel();
    const application = await startLoopback(({ headers, body }, response) => {
      const { text } = JSON.parse(body) as { text: string };
      const ids = this.#answers.get(text) ?? new Set();
      this.#answers.set(text, ids.add(String(headers['webhook-id'])));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    undoAtExit(() => void application.stop());
    const settings = {
      provider: 'openai_compatible',
      model_name: 'echo',
      base_url: `${model.url}/v1`,
      api_key: 'none',
    };
    await this.#make('agents', { name: 'echo', model: settings });
    const channel = { type: 'webhook', reply_url: `${application.url}/answers`, secret };
    const params = { rate_limit: { messages: 100_000, seconds: 60 }, memory: 0 };
    const { id } = await this.#make('chatbots', { name: 'bot', agent: 'echo', channel, params, is_running: true });
    this.#webhook = `${this.#at.base}/api/channels/${id}/webhook`;
    for (;;) {
      const { base, authorization } = this.#at;
      const { text } = await call('GET', `${base}/api/projects/default/chatbots/bot`, undefined, {
        headers: { authorization },
      });
      if (text.includes('"status":"running"')) return;
      await pause(200);
    }
  }

  async #make(kind: string, body: object): Promise<Record<string, unknown>> {
    const { base, authorization } = this.#at;
    return requireSuccess(
      await call('POST', `${base}/api/projects/default/${kind}`, body, { headers: { authorization } }),
    );
  }

  /** People write in some chats, one message a second in each, until the signal. */
  async keepTalking(signal: AbortSignal): Promise<void> {
    const talk = async (chat: number) => {
      for (let count = 0; !signal.aborted; count += 1) {
        const text = `question ${chat}.${count}`;
        this.#said.push(text);
        await this.#say(chat, text);
        await pause(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: chats }, (_, chat) => talk(chat)));
  }

  /** Sends a message under one ID until it is taken. */
  async #say(chat: number, text: string): Promise<void> {
    const id = randomUUID();
    const body = JSON.stringify({ conversation: `chat ${chat}`, text, user: { id: `user ${chat}` } });
    for (;;) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
      const { status } = await call('POST', this.#webhook, body, { headers });
      if (status >= 200 && status < 300) return;
      await pause(retryMs);
    }
  }

  /** Waits for the last answers. Returns the messages that were not answered exactly once. */
  async check(): Promise<string[]> {
    const deadline = performance.now() + settleSeconds * 1000;
    const isOpen = (text: string) => !this.#answers.has(`Answer to ${text}`);
    while (this.#said.some(isOpen) && performance.now() < deadline) await pause(200);
    return this.#said.flatMap((text) => {
      const count = this.#answers.get(`Answer to ${text}`)?.size ?? 0;
      return count === 1 ? [] : [`${text} was answered ${count} times`];
    });
  }

  get said(): number {
    return this.#said.length;
  }
}

async function startModel(): Promise<LoopbackServer> {
  const server = await startLoopback(async ({ body }, response) => {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    await pause(thinkMs);
    const delta = { content: `Answer to ${messages.at(-1)?.content}` };
    const piece = { id: '1', created: 1, model: 'echo', choices: [{ index: 0, delta, finish_reason: 'stop' }] };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(piece)}\n\ndata: [DONE]\n\n`);
  });
  undoAtExit(() => void server.stop());
  return server;
}
