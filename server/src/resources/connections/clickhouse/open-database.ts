import type { EngineServices, OpenDatabase } from '../engine.ts';
import { openServed } from '../served/open-served.ts';
import { guardWords } from '../words/guard-words.ts';
import { grammar } from './grammar.ts';
import type { ClickhouseParameters } from './stream-query.ts';

export async function openDatabase(parameters: ClickhouseParameters, services: EngineServices): Promise<OpenDatabase> {
  const { database, schemas: others = [] } = parameters;
  const schemas = [database, ...others.filter((name) => name !== database)];
  const guard: OpenDatabase['guard'] = async (question) => guardWords(question, database, grammar);
  return openServed({ engine: 'clickhouse', parameters, schemas, guard }, services);
}
