import type { EngineServices, OpenDatabase } from '../engine.ts';
import { openServed } from '../served/open-served.ts';
import { guardWords } from '../words/guard-words.ts';
import type { BigqueryParameters } from './client.ts';
import { grammar } from './grammar.ts';

export async function openDatabase(parameters: BigqueryParameters, services: EngineServices): Promise<OpenDatabase> {
  const { dataset, schemas: others = [] } = parameters;
  const schemas = [dataset, ...others.filter((name) => name !== dataset)];
  const guard: OpenDatabase['guard'] = async (question) => guardWords(question, dataset, grammar);
  return openServed({ engine: 'bigquery', parameters, schemas, guard, isJudged: true }, services);
}
