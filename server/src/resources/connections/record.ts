import { decodeJson } from '../../platform/db/json.ts';
import { SecretFields } from '../../platform/secrets/secret-fields.ts';
import type { ConnectionServices } from './context.ts';
import type { ConnectionRecord, PostgresqlParameters } from './schemas.ts';
import type { ConnectionRow } from './store.ts';

export type Parameters = Record<string, unknown>;

export function secretsOf({ secrets }: Pick<ConnectionServices, 'secrets'>, id: string): SecretFields {
  return new SecretFields(secrets, `connections/${id}`, ['password']);
}

/** Converts a row to a connection in responses. */
export function recordOf(
  ctx: Pick<ConnectionServices, 'secrets'>,
  row: ConnectionRow,
  project: string,
): ConnectionRecord {
  const { revision: _, project_id: __, parameters, ...fields } = row;
  return { ...fields, project, parameters: { ...secretsOf(ctx, row.id).hide(decodeJson<Parameters>(parameters)) } };
}

/** Returns the parameters with secrets opened; only for the driver. */
export function parametersOf(
  ctx: Pick<ConnectionServices, 'secrets'>,
  { id, parameters }: ConnectionRow,
): PostgresqlParameters {
  // Stored parameters have passed their schema.
  return secretsOf(ctx, id).open(decodeJson<Parameters>(parameters)) as PostgresqlParameters;
}
