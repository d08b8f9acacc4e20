import type { Answer } from '../algebra.ts';
import { linkOfField } from '../link/link-fields.ts';
import { hasWord, union } from '../link/links.ts';
import { isSmall } from '../link/small-words.ts';
import { type Candidate, measuresOf } from '../propose/candidate.ts';
import { denyingWords } from '../propose/propose-rows.ts';
import { isAsking } from '../words/asking-words.ts';
import { describing } from '../words/describing-words.ts';
import { wordsOf } from '../words/tokens.ts';
import { endOfAny } from '../words/which-end.ts';
import { type Asked, isBound } from './features.ts';
import { usesOf } from './uses.ts';

/** Words of the question that a candidate neither names nor asks for. */
export function unreadWords(asked: Asked, candidate: Candidate): string[] {
  return unreadPlaces(asked, candidate).map((at) => asked.question.tokens[at].text);
}

/** Places of these words in the question. */
export function unreadPlaces({ question, content }: Asked, { rows, answer }: Candidate): number[] {
  const { tokens, rowWords } = question;
  const { show, beside, figure, group, more = [] } = usesOf(answer);
  const fields = [show, beside, figure, group, rows.pick?.field, ...more].filter((field) => field !== undefined);
  const used = [...fields, ...rows.choices.flatMap(({ links }) => links.map(({ condition }) => condition.field))];
  const named = used.filter(({ at }) => at >= 0);
  const links = named.map((field) => linkOfField(question, field));
  const said = links.reduce((mask, link) => union(mask, link.words), union(rows.words, rowWords));
  const counts = [rows.pick?.count, (rows.pick?.skip ?? -2) + 1, 'count' in answer ? answer.count : undefined];
  const isDenied = rows.choices.some(({ negated }) => negated);
  const describes = new Set(
    named.flatMap(({ at }) => question.table.stems[at].flatMap((stem) => describing.get(stem) ?? [])),
  );
  return tokens.flatMap(({ text, stem, number }, at) => {
    if (hasWord(said, at) || (isDenied && denyingWords.test(text)) || describes.has(stem)) return [];
    if (text === 'first' && endOfAny(tokens[at - 1]?.text ?? '') !== undefined) return [];
    // "Without an end date", of a column `End`
    if (
      /^(dates?|times?)$/.test(text) &&
      named.some(({ kind }, place) => kind === 'date' && hasWord(links[place].words, at - 1))
    )
      return [];
    if (isWordOfName(text) && hasWord(said, at - 1)) return [];
    if (/^times?$/.test(text) && tokens[at - 1]?.text === 'many' && answer.kind === 'count') return [];
    // "Came back", "turned out"
    if (particles.test(text) && isAsking(tokens[at - 1]?.text ?? '')) return [];
    if (units.test(text) && tokens[at - 1]?.number !== undefined && hasWord(rows.words, at - 1)) return [];
    if (number !== undefined) return counts.includes(number) || isBound(answer, number) ? [] : [at];
    if (needs.some(({ words, kinds }) => words.test(text) && !kindsOf(answer).some((kind) => kinds.includes(kind))))
      return [at];
    const isOfRows = /^(live|used|open)$/.test(text) && hasWord(rowWords, at + 1);
    return content[at] && (isOfRows || !isAsking(text)) ? [at] : [];
  });
}

/** What a number is counted in, behind it: "2 years of education", "20 mm". */
const units =
  /^(years?|months?|days?|hours?|minutes?|seconds?|miles?|metres?|meters?|km|cm|mm|kg|mg|g|grams?|ml|lbs?|oz|mph|hp|dollars?|euros?|pounds?|points?|percent|degrees?|inches|feet|times?)$/;

/** "Zip code" of `zip`, "product names" of `product`. */
function isWordOfName(text: string): boolean {
  return /^(codes?|numbers?|names?|columns?|values?)$/.test(text);
}

const particles = /^(back|out|up|off|along)$/;

/** Words that ask for just this. */
const needs: readonly { words: RegExp; kinds: readonly string[] }[] = [
  { words: /^(average|mean|avg)$/, kinds: ['average'] },
  { words: /^medians?$/, kinds: ['median'] },
  { words: /^(percent|percentage|share|proportion|fraction)$/, kinds: ['share'] },
  { words: /^differences?$/, kinds: ['difference', 'spread'] },
];

function kindsOf(answer: Answer): string[] {
  if ('aggregate' in answer) return [answer.aggregate];
  const measures = measuresOf(answer);
  return [answer.kind, ...measures.map((one) => (one.of === 'field' ? one.aggregate : one.of))];
}

/** Words of a question that name something: what it lacks, where nothing of it is read. */
export function namingWords(question: string): string[] {
  return wordsOf(question).filter((word) => !isSmall(word) && !isAsking(word) && !/^\d/.test(word));
}
