import type { EngineServices, OpenDatabase } from '../engine.ts';
import { openServed } from '../served/open-served.ts';
import { openGuard } from './guarding/open-guard.ts';
import type { PostgresqlParameters } from './open-pool.ts';

export async function openDatabase(
  parameters: PostgresqlParameters,
  services: EngineServices,
  address: string,
): Promise<OpenDatabase> {
  const { schemas = ['public'] } = parameters;
  const [ownSchema] = schemas;
  const parser = services.shared('postgresql', openGuard);
  const guard: OpenDatabase['guard'] = ({ sql, tables }, requester) =>
    parser.judge({ sql, tables, ownSchema }, requester);
  return openServed({ engine: 'postgresql', parameters, address, schemas, guard }, services);
}
