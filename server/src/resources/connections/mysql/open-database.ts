import type { EngineServices, OpenDatabase } from '../engine.ts';
import { openServed } from '../served/open-served.ts';
import { guardWords } from '../words/guard-words.ts';
import { grammar } from './grammar.ts';
import type { MysqlParameters } from './open-pool.ts';

export async function openDatabase(
  parameters: MysqlParameters,
  services: EngineServices,
  address: string,
): Promise<OpenDatabase> {
  const { database, schemas: others = [] } = parameters;
  const schemas = [database, ...others.filter((name) => name !== database)];
  const guard: OpenDatabase['guard'] = async (question) => guardWords(question, database, grammar);
  return openServed({ engine: 'mysql', parameters, address, schemas, guard }, services);
}
