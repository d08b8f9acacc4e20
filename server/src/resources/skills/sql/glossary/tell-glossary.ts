import { estimateTokens } from '../../../../platform/language/estimate-tokens.ts';
import { relevanceFor } from '../relevance.ts';
import type { Glossary, GlossaryEntry } from './entry.ts';

/** At most so many tokens of a prompt, the entries that the question is most likely about first. */
const mostTokens = 800;

/** Tells a language model what words mean in the tables. */
export function tellGlossary({ glossary = [], time_columns = {} }: Glossary, question: string): string[] {
  const relevance = relevanceFor(question);
  const scored = glossary.map((entry) => ({ line: lineOf(entry), score: relevance.of(wordsOf(entry).join(' ')) }));
  let left = mostTokens;
  const lines = scored
    .toSorted((one, other) => other.score - one.score)
    .flatMap(({ line }) => {
      left -= estimateTokens(line);
      return left < 0 ? [] : [line];
    });
  const more = glossary.length - lines.length;
  const times = Object.entries(time_columns).map(
    ([table, column]) =>
      `  ${JSON.stringify(table)} is dated by ${JSON.stringify(column)} where a question names no other`,
  );
  if (lines.length + times.length === 0) return [];
  const rest = more > 0 ? [`  … and ${more} more`] : [];
  return ['What words mean here; use just these:', ...lines, ...rest, ...times.slice(0, 20)];
}

function wordsOf({ term, synonyms = [] }: GlossaryEntry): string[] {
  return [term, ...synonyms];
}

function lineOf(entry: GlossaryEntry): string {
  const { means, sql, unit, table } = entry;
  const names = wordsOf(entry)
    .map((word) => JSON.stringify(word))
    .join(' or ');
  const where = table === undefined || means?.startsWith(`${table}.`) ? '' : ` of ${table}`;
  const line = `${names}: ${means === undefined ? sql : `column ${means}`}${where}${unit === undefined ? '' : ` (${unit})`}`;
  // Each entry has one line: a break would let it look like an instruction
  return `  ${line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;
}
