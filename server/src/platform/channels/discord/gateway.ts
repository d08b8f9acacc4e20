import { textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import { closeSocket, untilOpen } from '../live-socket.ts';
import type { ChannelHost } from '../platform.ts';
import { GatewayConnection, type GatewaySession } from './connection.ts';

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
const hopeless: Record<number, string> = {
  4004: 'the bot token is wrong',
  4010: 'the shard is not known',
  4012: 'the version of its gateway is gone',
  4013: 'the intents are not known',
  4014: 'the intents are not allowed for this bot',
};
/** Codes that end the session but not the bot: a wrong sequence, a timeout, or too many messages. */
const sessionOver = new Set([1000, 4003, 4005, 4007, 4008, 4009]);

const needsShards = 4011;

export interface GatewayHost {
  token: string;
  shard?: [index: number, count: number];
  openSocket: ChannelHost['openSocket'];
  /** Resolves when the event is processed. */
  take(type: string, data: Record<string, unknown>): Promise<void>;
  fail(failure: ChannelFailure): void;
}

/**
 * The gateway (https://discord.com/developers/docs/topics/gateway): events over a WebSocket, resumed after lost
 * connections.
 */
export class DiscordGateway {
  readonly #host: GatewayHost;
  readonly #session: GatewaySession;
  #connection: GatewayConnection | undefined;
  #url = '';
  #stopped = false;

  /** @param session outlives the gateway: another one continues after its last event */
  constructor(host: GatewayHost, session: GatewaySession) {
    this.#host = host;
    this.#session = session;
  }

  /**
   * Resolves when events arrive.
   * @param url address for new sessions
   */
  async open(url: string): Promise<void> {
    this.#url = url;
    const socket = await this.#host.openSocket(`${this.#session.resumed?.url ?? url}/?v=10&encoding=json`);
    const ready = Promise.withResolvers<void>();
    const connection = new GatewayConnection(socket, this.#session, this.#host, ready.resolve);
    this.#connection = connection;
    socket.on('error', () => {}); // a close follows
    socket.on('close', (code) => {
      connection.end();
      ready.reject(failureOf(code));
      if (this.#connection === connection) this.#lose(code, connection.wasReady);
    });
    if (this.#stopped) socket.terminate();
    await untilOpen('Discord', socket, ready.promise);
  }

  close(): void {
    this.#stopped = true;
    const connection = this.#connection;
    this.#connection = undefined;
    if (!connection) return;
    connection.end();
    this.#session.resumed = undefined; // the platform drops the session at a normal close
    closeSocket(connection.socket);
  }

  /** Resumes a known session at once; after a new one begins, the channel reads the missed messages. */
  #lose(code: number, wasReady: boolean): void {
    this.#connection = undefined;
    if (sessionOver.has(code)) this.#session.resumed = undefined;
    if (this.#stopped || !wasReady) return; // `open` rejects with it
    if (code in hopeless || code === needsShards || !this.#session.resumed) this.#host.fail(failureOf(code));
    else this.#resume(code);
  }

  #resume(code: number): void {
    this.open(this.#url).catch((error) => {
      if (!this.#stopped) this.#host.fail(error instanceof ChannelFailure ? error : failureOf(code));
    });
  }
}

function failureOf(code: number): ChannelFailure {
  const reason = hopeless[code];
  // At the next start Discord names the number of shards that the bot needs.
  if (code === needsShards) return new ChannelFailure('temporary', 'Discord says 4011: the bot needs more shards.');
  if (reason) return new ChannelFailure('credentials', `Discord says ${code}: ${reason}.`);
  return new ChannelFailure('temporary', `Discord closed the connection (${textOf(code)}).`);
}
