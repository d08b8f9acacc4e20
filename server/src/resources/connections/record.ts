import { decodeJson } from '../../platform/db/json.ts';
import { SecretFields } from '../../platform/secrets/secret-fields.ts';
import type { ConnectionServices } from './context.ts';
import type { Parameters } from './engine.ts';
import { requireEngine } from './engines.ts';
import type { ConnectionRecord } from './schemas.ts';
import type { ConnectionRow } from './store.ts';

export function secretsOf(
  { secrets }: Pick<ConnectionServices, 'secrets'>,
  { id, engine }: Pick<ConnectionRow, 'id' | 'engine'>,
): SecretFields {
  return new SecretFields(secrets, parametersOwner(id), requireEngine(engine).secrets);
}

export function parametersOwner(connectionId: string): string {
  return `connections/${connectionId}`;
}

/** Converts a row to a connection in responses. */
export function recordOf(
  ctx: Pick<ConnectionServices, 'secrets'>,
  row: ConnectionRow,
  project: string,
): ConnectionRecord {
  const { revision: _, project_id: __, parameters, ...fields } = row;
  const { name: engine } = requireEngine(row.engine);
  return {
    ...fields,
    engine,
    project,
    parameters: { ...secretsOf(ctx, row).hide(decodeJson<Parameters>(parameters)) },
  };
}

/** Returns the parameters with secrets opened; only for the driver. */
export function parametersOf(ctx: Pick<ConnectionServices, 'secrets'>, row: ConnectionRow): Parameters {
  return { ...secretsOf(ctx, row).open(decodeJson<Parameters>(row.parameters)) };
}
