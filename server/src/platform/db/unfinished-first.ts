import { type RawBuilder, sql } from 'kysely';

/** Orders what waits or runs before what has ended. */
export function unfinishedFirst(status: string): RawBuilder<number> {
  return sql<number>`case when ${sql.ref(status)} in ('queued', 'training', 'running') then 0 else 1 end`;
}
