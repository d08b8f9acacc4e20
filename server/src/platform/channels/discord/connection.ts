import type { WebSocket } from 'ws';
import { fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import { readFrames } from '../live-socket.ts';

/** GUILD_MESSAGES and DIRECT_MESSAGES: messages that mention the bot or are sent to it include their text. */
const intents = (1 << 9) | (1 << 12);
const code = { dispatch: 0, heartbeat: 1, identify: 2, resume: 6, reconnect: 7, invalid: 9, hello: 10, heard: 11 };

/** Used when the hello names no interval, because an interval of 0 would beat without a pause. */
const usualHeartbeatMs = 41_250;

/** State that survives a connection. */
export interface GatewaySession {
  resumed?: { id: string; url: string };
  /** Number of the last processed event; a session resumes after it. */
  sequence: number | null;
}

interface Taker {
  token: string;
  /** The shard of this connection, when there are several. */
  shard?: [index: number, count: number];
  take(type: string, data: Record<string, unknown>): Promise<void>;
  fail(failure: ChannelFailure): void;
}

/** One connection to the gateway, from its hello to its end. */
export class GatewayConnection {
  readonly socket: WebSocket;
  wasReady = false;
  readonly #session: GatewaySession;
  readonly #taker: Taker;
  readonly #onReady: () => void;
  #taking: Promise<void> = Promise.resolve();
  #heartbeat: NodeJS.Timeout | undefined;
  #wasHeard = true;
  #ended = false;

  constructor(socket: WebSocket, session: GatewaySession, taker: Taker, onReady: () => void) {
    this.socket = socket;
    this.#session = session;
    this.#taker = taker;
    this.#onReady = onReady;
    readFrames(socket, (frame) => this.#receive(frame));
  }

  /** Stops processing events. */
  end(): void {
    this.#ended = true;
    clearInterval(this.#heartbeat);
  }

  #receive({ op, d, s, t }: Record<string, unknown>): void {
    if (this.#ended) return;
    const data = fieldsOf(d);
    if (op === code.hello) this.#greet(Number(data.heartbeat_interval) || usualHeartbeatMs);
    if (op === code.heard) this.#wasHeard = true;
    if (op === code.heartbeat) this.#send(code.heartbeat, this.#session.sequence);
    if (op === code.reconnect) this.socket.terminate();
    if (op === code.invalid) this.#giveUpSession(d === true);
    if (op !== code.dispatch) return;
    if (t === 'READY') this.#session.resumed = { id: textOf(data.session_id), url: textOf(data.resume_gateway_url) };
    if (t === 'READY' || t === 'RESUMED') {
      this.wasReady = true;
      this.#onReady();
    }
    this.#take(textOf(t), data, Number(s));
  }

  #giveUpSession(mayResume: boolean): void {
    if (!mayResume) Object.assign(this.#session, { resumed: undefined, sequence: null });
    this.socket.terminate();
  }

  /**
   * Processes events one after another. After a failure no later event is processed, and the session resumes before the
   * failed one.
   */
  #take(type: string, data: Record<string, unknown>, sequence: number): void {
    this.#taking = this.#taking.then(async () => {
      if (this.#ended) return;
      try {
        await this.#taker.take(type, data);
        this.#session.sequence = sequence;
      } catch {
        this.end();
        this.#taker.fail(new ChannelFailure('temporary', 'A message could not be stored.'));
      }
    });
  }

  #greet(everyMs: number): void {
    const { token, shard } = this.#taker;
    const { resumed, sequence } = this.#session;
    this.#heartbeat = setInterval(() => this.#beat(), everyMs);
    const properties = { os: process.platform, browser: 'sibyl', device: 'sibyl' };
    if (resumed) this.#send(code.resume, { token, session_id: resumed.id, seq: sequence });
    else this.#send(code.identify, { token, intents, properties, shard });
  }

  /**
   * Sends a heartbeat. A connection without a reply to the last one is dead, whatever the socket says, and is closed
   * without a handshake.
   */
  #beat(): void {
    if (!this.#wasHeard) this.socket.terminate();
    else this.#send(code.heartbeat, this.#session.sequence);
    this.#wasHeard = false;
  }

  #send(op: number, d: unknown): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify({ op, d }));
  }
}
