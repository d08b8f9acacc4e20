import type { EngineServices, OpenDatabase } from '../engine.ts';
import { openServed } from '../served/open-served.ts';
import { guardWords } from '../words/guard-words.ts';
import { grammar } from './grammar.ts';
import type { TrinoParameters } from './session.ts';

export async function openDatabase(parameters: TrinoParameters, services: EngineServices): Promise<OpenDatabase> {
  const { schema, schemas: others = [] } = parameters;
  const schemas = [schema, ...others.filter((name) => name !== schema)];
  const guard: OpenDatabase['guard'] = async (question) => guardWords(question, schema, grammar);
  return openServed({ engine: 'trino', parameters, schemas, guard }, services);
}
