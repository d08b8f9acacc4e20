import type { Database } from '../../platform/db/schema.ts';

/** A session that was signed out. */
export interface EndedSession {
  tokenHash: string;
  /** When it would have expired, in ms since 1970. */
  expires: number;
}

/** Keeps that a session has ended, once, and forgets those that have expired since. */
export async function insertEndedSession(database: Database, { tokenHash, expires }: EndedSession): Promise<void> {
  const expires_at = new Date(expires).toISOString();
  await database.deleteFrom('ended_sessions').where('expires_at', '<=', new Date().toISOString()).execute();
  await database
    .insertInto('ended_sessions')
    .values({ token_hash: tokenHash, expires_at })
    .onConflict((same) => same.doNothing())
    .execute();
}

/** Selects the sessions that were signed out and would still hold, those that expire first at the beginning. */
export async function selectEndedSessions(database: Database): Promise<EndedSession[]> {
  const rows = await database
    .selectFrom('ended_sessions')
    .selectAll()
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('expires_at')
    .execute();
  return rows.map(({ token_hash, expires_at }) => ({ tokenHash: token_hash, expires: Date.parse(expires_at) }));
}
