import type { EngineServices, OpenDatabase } from '../engine.ts';
import { openServed } from '../served/open-served.ts';
import { guardWords } from '../words/guard-words.ts';
import type { SnowflakeParameters } from './authorize.ts';
import { grammar } from './grammar.ts';

export async function openDatabase(parameters: SnowflakeParameters, services: EngineServices): Promise<OpenDatabase> {
  const { schema, schemas: others = [] } = parameters;
  const schemas = [schema, ...others.filter((name) => name !== schema)];
  const guard: OpenDatabase['guard'] = async (question) => guardWords(question, schema, grammar);
  return openServed({ engine: 'snowflake', parameters, schemas, guard }, services);
}
