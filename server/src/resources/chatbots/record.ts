import type { Config } from '../../config.ts';
import { decodeJson } from '../../platform/db/json.ts';
import { SealBrokenError } from '../../platform/secrets/sealed-box.ts';
import type { Broken } from '../skills/schemas.ts';
import type { ChatbotServices } from './context.ts';
import type { ChatbotParams } from './params-schema.ts';
import { type ChatbotRecord, type PlainField, plainFieldNames } from './schemas.ts';
import type { Secrets, Settings } from './settings.ts';
import { requirePlatform } from './settings.ts';
import type { ChatbotRow } from './store.ts';

/**
 * Returns the settings of a chatbot with opened secrets.
 * @throws SealBrokenError under another master key
 */
export function chatbotSettings({ secrets }: Pick<ChatbotServices, 'secrets'>, row: ChatbotRow): Settings {
  return {
    channel: decodeJson<Settings['channel']>(row.channel),
    params: decodeJson<ChatbotParams>(row.params),
    secrets:
      row.sealed_secrets === null ? {} : (JSON.parse(secrets.open(row.sealed_secrets, sealOwner(row.id))) as Secrets),
  };
}

/** Returns the owner name under which a chatbot's secrets are sealed. */
export function sealOwner(chatbotId: string): string {
  return `chatbots/${chatbotId} secrets`;
}

/** Returns the URL that the platform calls; only a path while the service has no public URL. */
export function webhookUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, { id, channel_type }: ChatbotRow): string {
  return `${publicUrl}/api/channels/${id}/${channel_type === 'web' ? 'widget.js' : 'webhook'}`;
}

const onlyPath =
  'The webhook_url is only a path: put the public address of this service before it, or set SIBYL_PUBLIC_URL.';

interface Surroundings {
  project: string;
  agent: string | null;
  broken: Broken | null;
}

export function recordOf(
  config: Pick<Config, 'publicUrl'>,
  row: ChatbotRow,
  { project, agent, broken }: Surroundings,
): ChatbotRecord {
  const { id, created_at, updated_at, created_by, status, last_error, last_message_at } = row;
  const channel = decodeJson<Settings['channel']>(row.channel);
  const isReached = channel.type === 'web' || requirePlatform(channel.type).usesWebhook(channel);
  return {
    id,
    ...plainFieldsOf(row),
    project,
    agent,
    channel,
    is_running: row.is_running === 1,
    status,
    last_error,
    last_message_at,
    refused_origins: refusedOrigins(row, channel),
    webhook_url: isReached ? webhookUrlOf(config, row) : null,
    webhook_note: isReached && config.publicUrl === '' ? onlyPath : null,
    counters: { received: row.received_count, answered: row.answered_count, failed: row.failed_count },
    params: decodeJson<ChatbotParams>(row.params),
    broken,
    created_at,
    updated_at,
    created_by,
  };
}

/** Without those that were allowed since. */
function refusedOrigins({ refused_origins }: ChatbotRow, channel: object): string[] {
  const { allowed_origins: allowed = [] } = channel as { allowed_origins?: string[] };
  const noted = refused_origins === null ? [] : decodeJson<string[]>(refused_origins);
  return noted.filter((origin) => !allowed.some((one) => one.toLowerCase() === origin));
}

/** Returns the given plain fields; those absent at creation are null in the database. */
export function plainFieldsOf(fields: Partial<Record<PlainField, unknown>>) {
  const given = plainFieldNames.filter((field) => fields[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, fields[field]])) as Pick<ChatbotRow, PlainField>;
}

/** Secrets sealed under another master key are lost: the request must contain them again. */
export function openSettings(ctx: Pick<ChatbotServices, 'secrets'>, row: ChatbotRow): Settings {
  try {
    return chatbotSettings(ctx, row);
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    return chatbotSettings(ctx, { ...row, sealed_secrets: null });
  }
}
