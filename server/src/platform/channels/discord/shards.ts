import { setTimeout as pause } from 'node:timers/promises';
import { fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { DiscordApi } from './api.ts';
import type { GatewaySession } from './connection.ts';
import { DiscordGateway, type GatewayHost } from './gateway.ts';

const mostShards = 250;
/** Time in which as many sessions may begin as Discord allows at once. */
const identifyEveryMs = 5000;

/**
 * The gateways of a bot (https://discord.com/developers/docs/events/gateway#sharding): one, or for a bot in thousands
 * of servers as many as Discord asks for. Each has its own session.
 */
export class DiscordShards {
  readonly #host: Omit<GatewayHost, 'shard'>;
  readonly #sessions: Map<string, GatewaySession>;
  #gateways: DiscordGateway[] = [];
  readonly #stopping = new AbortController();

  /** @param sessions outlive the gateways: later gateways continue after their last events */
  constructor(host: Omit<GatewayHost, 'shard'>, sessions: Map<string, GatewaySession>) {
    this.#host = host;
    this.#sessions = sessions;
  }

  /**
   * Resolves when events arrive on all shards.
   * @param wanted number of shards; the one that Discord names when absent
   */
  async open(call: DiscordApi, wanted: number | undefined): Promise<void> {
    const { url, shards, session_start_limit } = fieldsOf(await call('GET', '/gateway/bot'));
    const { max_concurrency, remaining, reset_after } = fieldsOf(session_start_limit);
    const count = Math.min(mostShards, Math.max(1, wanted ?? (Number(shards) || 1)));
    if (Number(remaining) < count)
      throw new ChannelFailure('temporary', 'Discord allows the bot no more sessions today.', {
        retryAfterMs: Number(reset_after) || identifyEveryMs,
      });
    const atOnce = Math.max(1, Number(max_concurrency) || 1);
    const { signal } = this.#stopping;
    for (let first = 0; first < count && !signal.aborted; first += atOnce) {
      if (first > 0) await pause(identifyEveryMs, undefined, { signal }).catch(() => {});
      const indices = Array.from({ length: Math.min(atOnce, count - first) }, (_, at) => first + at);
      await Promise.all(indices.map((index) => this.#openOne(index, count, textOf(url))));
    }
  }

  close(): void {
    this.#stopping.abort();
    for (const gateway of this.#gateways) gateway.close();
    this.#gateways = [];
  }

  async #openOne(index: number, count: number, url: string): Promise<void> {
    const key = `${index}/${count}`;
    const session = this.#sessions.get(key) ?? { sequence: null };
    this.#sessions.set(key, session);
    const shard: [number, number] | undefined = count === 1 ? undefined : [index, count];
    const gateway = new DiscordGateway({ ...this.#host, shard }, session);
    this.#gateways.push(gateway);
    await gateway.open(url);
  }
}
