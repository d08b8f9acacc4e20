import type { EngineServices, OpenDatabase } from '../engine.ts';
import { openServed } from '../served/open-served.ts';
import type { PoolParameters } from '../served/pool-parameters.ts';
import { openGuard } from './guarding/open-guard.ts';

export async function openDatabase(
  parameters: PoolParameters,
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
