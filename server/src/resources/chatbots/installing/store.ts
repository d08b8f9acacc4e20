import type { Insertable, Selectable } from 'kysely';
import type { ChatbotInstallationTable } from '../../../platform/db/schema/chatbots.ts';
import type { Database } from '../../../platform/db/schema.ts';

export type InstallationRow = Selectable<ChatbotInstallationTable>;

export function selectInstallations(database: Database, chatbotId: string): Promise<InstallationRow[]> {
  return database
    .selectFrom('chatbot_installations')
    .selectAll()
    .where('chatbot_id', '=', chatbotId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function selectInstallation(
  database: Database,
  chatbotId: string,
  tenant: string,
): Promise<InstallationRow | undefined> {
  return database
    .selectFrom('chatbot_installations')
    .selectAll()
    .where('chatbot_id', '=', chatbotId)
    .where('tenant', '=', tenant)
    .executeTakeFirst();
}

/** Replaces an earlier installation in the same workspace, also one that is stored at the same moment. */
export async function keepInstallation(database: Database, row: Insertable<ChatbotInstallationTable>): Promise<void> {
  const { name, bot_id, sealed_token, created_at } = row;
  await database
    .insertInto('chatbot_installations')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['chatbot_id', 'tenant']).doUpdateSet({ name, bot_id, sealed_token, created_at }),
    )
    .execute();
}

/**
 * Deletes an installation.
 * @param until later installations stay
 * @returns whether there was one
 */
export async function deleteInstallation(
  database: Database,
  chatbotId: string,
  tenant: string,
  until?: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('chatbot_installations')
    .where('chatbot_id', '=', chatbotId)
    .where('tenant', '=', tenant)
    .$if(until !== undefined, (query) => query.where('created_at', '<=', until ?? ''))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores that an installation began, and deletes expired ones. */
export async function keepState(database: Database, chatbotId: string, id: string, expires_at: string): Promise<void> {
  const now = new Date().toISOString();
  await database.deleteFrom('chatbot_install_states').where('expires_at', '<', now).execute();
  await database.insertInto('chatbot_install_states').values({ id, chatbot_id: chatbotId, expires_at }).execute();
}

/** Deletes the state and returns whether it existed. */
export async function takeState(database: Database, chatbotId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('chatbot_install_states')
    .where('id', '=', id)
    .where('chatbot_id', '=', chatbotId)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
