import { type Insertable, sql } from 'kysely';
import { runPrepared } from '../../platform/db/prepared.ts';
import type { TokenUseTable } from '../../platform/db/schema/token-use.ts';
import type { Database } from '../../platform/db/schema.ts';

export type TokenUse = Insertable<TokenUseTable>;

const keys = ['project_id', 'day', 'agent_id', 'actor', 'provider', 'model_name'] as const;
const sums = [
  'calls',
  'estimated_calls',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cost',
  'priced_calls',
  'first_token_ms',
  'timed_calls',
] as const;

/** Returns whose sums a use is added to. */
export function keyOf(use: TokenUse): string {
  return JSON.stringify(keys.map((key) => use[key]));
}

export function addSums(to: TokenUse, use: TokenUse): void {
  for (const sum of sums) to[sum] = (to[sum] ?? 0) + (use[sum] ?? 0);
}

/** Whether something that was read from a file is a use. */
export function isTokenUse(read: unknown): read is TokenUse {
  const use = Object(read);
  return keys.every((key) => typeof use[key] === 'string') && sums.every((sum) => Number.isFinite(use[sum]));
}

/** Adds to the sums of a day. */
export async function addTokenUse(database: Database, use: TokenUse): Promise<void> {
  const columns = [...keys, ...sums];
  const values = columns.map((column) => use[column] ?? 0);
  await runPrepared(database, 'add token use', values, (marks) =>
    database
      .insertInto('token_use')
      .values(Object.fromEntries(columns.map((column, place) => [column, marks[place]])) as never)
      .onConflict((conflict) =>
        conflict
          .columns(keys)
          .doUpdateSet((row) =>
            Object.fromEntries(sums.map((sum) => [sum, row(`token_use.${sum}`, '+', row.ref(`excluded.${sum}`))])),
          ),
      ),
  );
}

/** Returns the tokens of a day, read and written, of a project or of who asked. */
export async function selectTokensOf(
  database: Database,
  day: string,
  whose: { project_id: string } | { actor: string },
): Promise<number> {
  const [column, value] =
    'actor' in whose ? (['actor', whose.actor] as const) : (['project_id', whose.project_id] as const);
  const row = await database
    .selectFrom('token_use')
    .select(sql<string | number | null>`sum(input_tokens + output_tokens)`.as('tokens'))
    .where(column, '=', value)
    .where('day', '=', day)
    .executeTakeFirst();
  return Number(row?.tokens ?? 0);
}

/** Selects the sums of each day, spender and model from `from` to `to`, the newest first, of one requester or of all. */
export function selectTokenUse(
  database: Database,
  projectId: string,
  { from, to, actor }: { from: string; to: string; actor?: string | undefined },
) {
  return database
    .selectFrom('token_use')
    .leftJoin('agents', 'agents.id', 'token_use.agent_id')
    .leftJoin('knowledge_bases', 'knowledge_bases.id', 'token_use.agent_id')
    .where('token_use.project_id', '=', projectId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .groupBy(['day', 'agent_id', 'agents.name', 'knowledge_bases.name', 'provider', 'model_name'])
    .select(['day', 'agent_id as spender_id', 'agents.name as agent', 'knowledge_bases.name as knowledge_base'])
    .select(['provider', 'model_name'])
    .select((row) => sums.map((sum) => row.fn.sum<string | number>(`token_use.${sum}`).as(sum)))
    .orderBy('day', 'desc')
    .orderBy('agent_id')
    .orderBy('provider')
    .orderBy('model_name')
    .execute();
}

export async function deleteTokenUseBefore(database: Database, day: string): Promise<void> {
  await database.deleteFrom('token_use').where('day', '<', day).execute();
}
