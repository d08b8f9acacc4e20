import type { EngineServices, OpenDatabase } from '../engine.ts';
import type { Grammar } from '../words/grammar.ts';
import type { ServedEngine } from './drivers.ts';

interface ByWords {
  engine: ServedEngine;
  parameters: { schemas?: string[] };
  /** Tables of it need no name before them. */
  ownSchema: string;
  /** The resolved and allowed address of the host, where the server is not called by HTTP. */
  address?: string;
  /** Whether the server itself judges queries, too. */
  isJudged?: boolean;
}

/** Opens a database server whose queries are checked word by word; what that takes is loaded with the first use. */
export async function openByWords(
  { ownSchema, ...served }: ByWords,
  loadGrammar: () => Promise<{ grammar: Grammar }>,
  services: EngineServices,
): Promise<OpenDatabase> {
  const [{ guardWords }, { openServed }, { grammar }] = await Promise.all([
    import('../words/guard-words.ts'),
    import('./open-served.ts'),
    loadGrammar(),
  ]);
  const { schemas: others = [] } = served.parameters;
  const schemas = [ownSchema, ...others.filter((name) => name !== ownSchema)];
  const guard: OpenDatabase['guard'] = async (question) => guardWords(question, ownSchema, grammar);
  return openServed({ ...served, schemas, guard }, services);
}
