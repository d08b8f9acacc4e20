import { stemOf, stemsOfName, tokenize } from '../questions/words/tokens.ts';
import { rowNounsOf } from './row-nouns.ts';
import { type Surroundings, tablesOf } from './surroundings.ts';

const asking = /^(many|number|count|share|percentage|which|list|show|of|the|any)$/;

/** "How many homes …", "which homes …": a question for rows of a table is answered by a table or not at all. */
export function isAboutRows(question: string, surroundings: Surroundings): boolean {
  const tokens = tokenize(question);
  const tables = tablesOf(surroundings);
  return tables.some((table) => {
    const nouns = new Set([...stemsOfName(table.name), ...rowNounsOf(table).map(stemOf)]);
    return tokens.some(({ stem }, at) => {
      const before = tokens[at - 1]?.number === undefined ? tokens[at - 1] : tokens[at - 2];
      return nouns.has(stem) && before !== undefined && asking.test(before.text);
    });
  });
}
