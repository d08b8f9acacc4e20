import { fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { ChannelHost } from '../platform.ts';

/** GUILD_MESSAGES and DIRECT_MESSAGES: what mentions the bot or is written to it comes with its text. */
const intents = (1 << 9) | (1 << 12);
const code = { dispatch: 0, heartbeat: 1, identify: 2, resume: 6, reconnect: 7, invalid: 9, hello: 10, heard: 11 };
/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
const hopeless: Record<number, string> = {
  4004: 'the bot token is wrong',
  4013: 'the intents are not known',
  4014: 'the intents are not allowed for this bot',
};

interface GatewayHost {
  token: string;
  /** Where new sessions begin. */
  url: string;
  openSocket: ChannelHost['openSocket'];
  /** Resolves once the event is dealt with. */
  take(type: string, data: Record<string, unknown>): Promise<void>;
  fail(failure: ChannelFailure): void;
}

/** The gateway (https://discord.com/developers/docs/topics/gateway): events over a WebSocket, resumed where they broke off. */
export class DiscordGateway {
  readonly #house: GatewayHost;
  #socket: WebSocket | undefined;
  #session: { id: string; url: string } | undefined;
  /** Of the last event that was dealt with: a session is resumed behind it. */
  #sequence: number | null = null;
  #taking: Promise<void> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | undefined;
  #wasHeard = true;
  #stopped = false;

  constructor(house: GatewayHost) {
    this.#house = house;
  }

  /** Resolves once events come. */
  async open(): Promise<void> {
    const address = `${this.#session?.url ?? this.#house.url}/?v=10&encoding=json`;
    const socket = await this.#house.openSocket(address);
    const ready = Promise.withResolvers<void>();
    let isReady = false;
    const begin = () => {
      isReady = true;
      ready.resolve();
    };
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(socket, String(data), begin));
    socket.addEventListener('error', () => {}); // a close follows
    socket.addEventListener('close', (event) => {
      if (this.#socket === socket) clearInterval(this.#heartbeat);
      if (!isReady) ready.reject(failureOf(event.code));
      else if (!this.#stopped && this.#socket === socket) this.#reopen(event.code);
    });
    await ready.promise;
  }

  close(): void {
    this.#stopped = true;
    clearInterval(this.#heartbeat);
    this.#socket?.close(1000);
  }

  #receive(socket: WebSocket, text: string, ready: () => void): void {
    const { op, d, s, t } = fieldsOf(JSON.parse(text));
    const data = fieldsOf(d);
    if (op === code.hello) this.#greet(socket, Number(data.heartbeat_interval));
    if (op === code.heard) this.#wasHeard = true;
    if (op === code.heartbeat) send(socket, code.heartbeat, this.#sequence);
    if (op === code.reconnect) socket.close(4000);
    if (op === code.invalid) this.#giveUpSession(socket, d === true);
    if (op !== code.dispatch) return;
    if (t === 'READY') this.#session = { id: textOf(data.session_id), url: textOf(data.resume_gateway_url) };
    if (t === 'READY' || t === 'RESUMED') ready();
    this.#take(textOf(t), data, Number(s));
  }

  #giveUpSession(socket: WebSocket, mayResume: boolean): void {
    if (!mayResume) this.#session = undefined;
    socket.close(4000);
  }

  /** Events are dealt with one after the other, so that none before the sequence is left out. */
  #take(type: string, data: Record<string, unknown>, sequence: number): void {
    this.#taking = this.#taking
      .then(() => this.#house.take(type, data))
      .then(() => {
        this.#sequence = sequence;
      })
      .catch(() => this.#house.fail(new ChannelFailure('temporary', 'A message could not be stored.')));
  }

  #greet(socket: WebSocket, everyMs: number): void {
    const { token } = this.#house;
    this.#wasHeard = true;
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#beat(socket), everyMs);
    const properties = { os: process.platform, browser: 'sibyl', device: 'sibyl' };
    const resumed = this.#session && { token, session_id: this.#session.id, seq: this.#sequence };
    send(socket, resumed ? code.resume : code.identify, resumed ?? { token, intents, properties });
  }

  /** A connection on which the last beat was not heard is dead, whatever the socket says. */
  #beat(socket: WebSocket) {
    if (!this.#wasHeard) return socket.close(4000);
    this.#wasHeard = false;
    send(socket, code.heartbeat, this.#sequence);
  }

  #reopen(closeCode: number) {
    if (closeCode in hopeless || !this.#session) return this.#house.fail(failureOf(closeCode));
    this.open().catch((error) => {
      if (!this.#stopped) this.#house.fail(error instanceof ChannelFailure ? error : failureOf(closeCode));
    });
  }
}

function send(socket: WebSocket, op: number, d: unknown): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op, d }));
}

function failureOf(closeCode: number): ChannelFailure {
  const reason = hopeless[closeCode];
  if (reason) return new ChannelFailure('credentials', `Discord says ${closeCode}: ${reason}.`);
  return new ChannelFailure('temporary', `Discord closed the connection (${closeCode}).`);
}
