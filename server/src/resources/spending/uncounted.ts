import type { FastifyBaseLogger } from 'fastify';
import { isOutage, tellsOfFullDisk } from '../../errors.ts';
import type { Database } from '../../platform/db/schema.ts';
import { isForeignKeyViolation, isRefusedData } from '../../platform/db/violations.ts';
import { addSums, addTokenUse, keyOf, type TokenUse } from './store.ts';

export interface Counting {
  database: Database;
  log: Pick<FastifyBaseLogger, 'error'>;
}

interface Entry {
  use: TokenUse;
  /** Why the database did not take it. */
  error: unknown;
}

interface Kept {
  entries: Map<string, Entry>;
  writing: Promise<void> | undefined;
}

/** What calls used that the database did not take yet, as on a full disk. Few: who used it asks nothing before it is written. */
const keptOf = new WeakMap<Database, Kept>();

/** Adds to the sums of a day, now or once the database takes it. Never rejects. */
export async function countUse({ database, log }: Counting, use: TokenUse): Promise<void> {
  const failure = await write(database, use);
  if (failure === undefined) return;
  const words = failure.isKept
    ? 'the tokens of a call are counted later: the database does not take them now'
    : neverCounted;
  log.error({ err: failure.error, spender: use.agent_id }, words);
}

const neverCounted = 'the tokens of a call cannot be counted: the database refuses them';

/**
 * Counts what was kept, before a budget is read: an answer that costs tokens and cannot be counted is not to be asked
 * for again and again. What is kept of others stands in nobody's way, unless the database takes nothing at all.
 * @throws why the database does not count the calls of the project or of who asks
 */
export async function requireCounted(ctx: Counting & { actor: string }, projectId: string): Promise<void> {
  await countKept(ctx);
  const entries = keptOf.get(ctx.database)?.entries.values() ?? [];
  for (const { use, error } of entries)
    if (takesNothing(error) || use.project_id === projectId || use.actor === ctx.actor) throw error;
}

/** Counts what was kept, as far as the database takes it now. Never rejects. */
export async function countKept(ctx: Counting): Promise<void> {
  const kept = keptOf.get(ctx.database);
  if (kept === undefined) return;
  kept.writing ??= writeKept(ctx, kept).finally(() => {
    kept.writing = undefined;
  });
  await kept.writing;
}

async function writeKept({ database, log }: Counting, { entries }: Kept): Promise<void> {
  for (const [key, { use }] of [...entries]) {
    entries.delete(key); // what is added meanwhile is an entry of its own
    const failure = await write(database, use);
    if (failure && takesNothing(failure.error)) break;
    if (failure?.isKept === false) log.error({ err: failure.error, spender: use.agent_id }, neverCounted);
  }
  if (entries.size === 0) keptOf.delete(database);
}

/** Writes, or keeps what the database may take later. Returns why it did not take it. */
async function write(database: Database, use: TokenUse): Promise<{ error: unknown; isKept: boolean } | undefined> {
  try {
    await addTokenUse(database, use);
    return undefined;
  } catch (error) {
    if (isForeignKeyViolation(error)) return undefined; // its project was deleted meanwhile, with all sums
    const isKept = !isRefusedData(error);
    if (isKept) keep(database, use, error);
    return { error, isKept };
  }
}

function keep(database: Database, use: TokenUse, error: unknown): void {
  const { entries } = keptOf.get(database) ?? begin(database);
  const known = entries.get(keyOf(use));
  if (known) addSums(use, known.use);
  entries.set(keyOf(use), { use, error });
}

function begin(database: Database): Kept {
  const begun: Kept = { entries: new Map(), writing: undefined };
  keptOf.set(database, begun);
  return begun;
}

function takesNothing(error: unknown): boolean {
  return isOutage(error) || tellsOfFullDisk(error);
}
