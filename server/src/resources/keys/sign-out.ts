import { transact } from '../../platform/db/transact.ts';
import type { Nodes } from '../../platform/nodes/nodes.ts';
import type { KeyServices } from './context.ts';
import type { ShownSession } from './cookie.ts';
import { insertEndedSession } from './ended-sessions.ts';
import { endOf } from './sessions.ts';

/**
 * Ends sessions here at once and on the other nodes within a second; returns those that held. What could not be kept, because the
 * database is away, still holds and can be signed out again.
 */
export async function signOut(
  { database, nodes, sessions }: Pick<KeyServices, 'database' | 'sessions'> & { nodes: Pick<Nodes, 'announce'> },
  shown: readonly ShownSession[],
): Promise<ShownSession[]> {
  const held = shown.filter(({ token, kind }) => sessions.find(token, kind) !== undefined);
  const ends = held.map(({ token }) => endOf(token));
  if (ends.length === 0) return [];
  await transact(database, async (transaction) => {
    for (const end of ends) await insertEndedSession(transaction, end);
    const signals = ends.map(({ tokenHash }) => ({
      type: sessionEnded,
      project: null,
      subject: `sessions/${tokenHash}`,
    }));
    await nodes.announce(transaction, signals);
  });
  for (const end of ends) sessions.end(end);
  return held;
}

/** A signal between nodes, no event: nobody else learns of sessions. */
export const sessionEnded = 'sibyl.session.ended';
