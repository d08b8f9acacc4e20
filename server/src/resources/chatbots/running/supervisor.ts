import { randomUUID } from 'node:crypto';
import { transact } from '../../../platform/db/transact.ts';
import { selectBusyConversations } from '../message-store.ts';
import {
  type ChatbotRow,
  chatbots,
  claimChatbot,
  forgetLeases,
  renewLeases,
  selectChatbotById,
  selectRunnable,
  updateRunning,
} from '../store.ts';
import { after } from './backoff.ts';
import type { BotContext } from './bot-context.ts';
import { postAlarms } from './post-alarms.ts';
import { RunningBot } from './run-bot.ts';

const lookEveryMs = 2000;
const leaseMs = 15_000;
/** The end of a lease here, so much before its end in the database. */
const marginMs = 2000;

/**
 * Runs each chatbot in one process: the one that holds its lease. It checks every two seconds for changes by other
 * processes; changes of this process arrive at once through the hub.
 */
export class Supervisor {
  readonly #ctx: BotContext;
  readonly #lease = randomUUID();
  readonly #bots = new Map<string, RunningBot>();
  /** The current change of each bot; changes of one bot run one after another. */
  readonly #applying = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(ctx: BotContext) {
    this.#ctx = ctx;
  }

  /** @param exclusive whether no other process uses the database, so that existing leases belong to dead processes */
  async start({ exclusive }: { exclusive: boolean }): Promise<void> {
    if (exclusive) await forgetLeases(this.#ctx.database);
    this.#ctx.chatbotHub.connect(this);
    await this.#look();
  }

  wake(chatbotId: string, conversationId: string): void {
    this.#bots.get(chatbotId)?.wake(conversationId);
  }

  /** Starts, restarts or stops a bot as its record says. Resolves when a bot that is to stop has stopped. */
  apply(chatbotId: string): Promise<void> {
    const before = this.#applying.get(chatbotId) ?? Promise.resolve();
    const applied = before.then(() => this.#apply(chatbotId));
    const settled = applied.catch(() => {}); // the error reaches the caller
    this.#applying.set(chatbotId, settled);
    void settled.then(() => {
      if (this.#applying.get(chatbotId) === settled) this.#applying.delete(chatbotId);
    });
    return applied;
  }

  /**
   * Stops all bots, so that other processes may take them. A platform that does not answer is waited for up to
   * `graceMs`.
   */
  async close(graceMs = leaseMs): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const { promise: tooLong, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, graceMs);
    await Promise.race([this.#stopAll(), tooLong]);
    clearTimeout(timer);
  }

  async #stopAll(): Promise<void> {
    await this.#looking;
    await Promise.all(this.#applying.values());
    await Promise.all([...this.#bots.values()].map((bot) => this.#release(bot)));
  }

  async #look(): Promise<void> {
    this.#looking = this.#lookOnce().catch((error) =>
      this.#ctx.log.error({ err: error }, 'chatbots were not looked after'),
    );
    await this.#looking;
    if (!this.#closed) this.#timer = setTimeout(() => this.#look(), lookEveryMs);
  }

  async #lookOnce(): Promise<void> {
    const { database } = this.#ctx;
    if (this.#bots.size > 0) await this.#keepLeases();
    const rows = await selectRunnable(database, this.#lease);
    const known = new Map(rows.map((row) => [row.id, row]));
    const changed = new Set([...known.keys(), ...this.#bots.keys()]);
    const ids = [...changed].filter((id) => this.#isToChange(id, known.get(id)));
    await Promise.all(ids.map((id) => this.apply(id)));
    const posting = rows.filter((row) => row.alarms_position !== null && this.#bots.has(row.id));
    for (const row of posting) await this.#postAlarms(row);
    // Includes messages that another process received.
    for (const { id, chatbot_id } of await selectBusyConversations(database, [...this.#bots.keys()]))
      this.wake(chatbot_id, id);
  }

  #postAlarms(row: ChatbotRow): Promise<void> {
    return postAlarms(this.#ctx, row).catch((err) =>
      this.#ctx.log.error({ err, chatbot: row.id }, 'alarms were not posted; this is retried'),
    );
  }

  #isToChange(id: string, row: ChatbotRow | undefined): boolean {
    const bot = this.#bots.get(id);
    if (!bot) return row?.lease === null || row?.lease === this.#lease || isOver(row?.lease_until);
    return row === undefined || row.is_running === 0 || row.settings_version !== bot.row.settings_version;
  }

  /** Stops bots whose lease expired because this process was suspended: another process may run them. */
  async #keepLeases(): Promise<void> {
    const before = [...this.#bots];
    const heldUntil = performance.now() + leaseMs - marginMs;
    const held = await renewLeases(this.#ctx.database, this.#lease, after(leaseMs));
    for (const [id, bot] of before) if (held.has(id)) bot.heldUntil = heldUntil;
    const lost = before.filter(([id, bot]) => !held.has(id) && this.#bots.get(id) === bot);
    for (const [id] of lost) this.#bots.delete(id);
    await Promise.all(lost.map(([, bot]) => bot.stop()));
  }

  async #apply(id: string): Promise<void> {
    const { database } = this.#ctx;
    const row = await selectChatbotById(database, id);
    const bot = this.#bots.get(id);
    if (bot && (row?.is_running !== 1 || row.settings_version !== bot.row.settings_version)) {
      this.#bots.delete(id);
      if (row) await bot.stop();
      else await this.#release(bot); // it may come back from the trash, on any node
    }
    if (this.#closed || !row) return;
    if (row.is_running === 0) return this.#settleStopped(row);
    const heldUntil = performance.now() + leaseMs - marginMs;
    if (!this.#bots.has(id) && (await claimChatbot(database, id, this.#lease, after(leaseMs))))
      this.#bots.set(id, new RunningBot(this.#ctx, row, heldUntil));
  }

  async #settleStopped(row: ChatbotRow): Promise<void> {
    const isOthers = row.lease !== null && row.lease !== this.#lease && !isOver(row.lease_until);
    if (isOthers || (row.status === 'stopped' && row.lease === null)) return;
    await transact(this.#ctx.database, async (transaction) => {
      await updateRunning(transaction, row.id, { status: 'stopped', last_error: null, lease: null, lease_until: null });
      chatbots.emit(this.#ctx, transaction, 'stopped', row);
    });
  }

  async #release(bot: RunningBot): Promise<void> {
    await bot.stop();
    await updateRunning(this.#ctx.database, bot.row.id, { status: 'starting', lease: null, lease_until: null });
  }
}

function isOver(leaseUntil: string | null | undefined): boolean {
  return typeof leaseUntil === 'string' && leaseUntil < new Date().toISOString();
}
