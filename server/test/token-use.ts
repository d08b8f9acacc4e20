/** What calls used, and a project that they are counted for. */
import { newId } from '../src/ids.ts';
import type { Database } from '../src/platform/db/schema.ts';
import { dayOf } from '../src/resources/spending/days.ts';
import type { TokenUse } from '../src/resources/spending/store.ts';

export function useOf(project_id: string): TokenUse {
  const whose = { project_id, agent_id: 'agt_1', actor: 'key_1', provider: 'openai_compatible', model_name: 'm' };
  const sums = { calls: 1, estimated_calls: 0, input_tokens: 10, output_tokens: 5, cached_tokens: 0 };
  return { ...whose, ...sums, day: dayOf(Date.now()), cost: 0, priced_calls: 0, first_token_ms: 0, timed_calls: 0 };
}

/** Returns its ID. */
export async function insertProject(database: Database): Promise<string> {
  const [id, now] = [newId('prj'), new Date().toISOString()];
  const record = { id, name: id, description: null, metadata: null, created_at: now, updated_at: now, revision: 1 };
  await database
    .insertInto('projects')
    .values({ ...record, created_by: 'local' })
    .execute();
  return id;
}
