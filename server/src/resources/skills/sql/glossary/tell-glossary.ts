import { estimateTokens } from '../../../../platform/language/estimate-tokens.ts';
import { clearOf, isHarmless, quoteData } from '../../quote-data.ts';
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
    ([table, column]) => `  ${quoteData(table)} is dated by ${quoteData(column)} where a question names no other`,
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
  const names = wordsOf(entry).map((word) => quoteData(word));
  const where = table === undefined || means?.startsWith(`${table}.`) ? '' : ` of ${told(table)}`;
  const meaning = means === undefined ? clearOf(sql ?? '') : `column ${told(means)}`;
  return `  ${names.join(' or ')}: ${meaning}${where}${unit === undefined ? '' : ` (${told(unit)})`}`;
}

/** Each entry has one line: a break would let it look like an instruction. */
function told(text: string): string {
  return isHarmless(text) ? text : quoteData(text);
}
