import { isSmall } from '../link/small-words.ts';
import { wordsOf } from '../words/tokens.ts';
import type { WrittenQuestion } from './written-question.ts';

const leading =
  /^(?:ok |okay )?(?:and|or|but|so|then|also|now|only|just|instead|what about|how about|same|the same)\b(?!\s*$)/i;
const pointing =
  /\b(they|them|those|these|it|he|she|him|her|his|its|their)\b(?! (rain|rained|snow|snowed))|\b(in|from|of|for|at) (there|that|this)\b|\b(there|that|this)[?.! ]*$/i;

const elliptic = /^how many (in|with|from|at|on|have|has|had|are|were|of|for|by|over|under|since|before|after)\b/i;

/** Whether a question says that it goes on from another: "and in Rome?", "how many of them", "only the cheap ones". */
export function goesOn(question: string): boolean {
  const said = question.trim();
  return leading.test(said) || pointing.test(said) || elliptic.test(said);
}

/** Whether it asks nothing by itself: "over 50,000?", "the fewest?". */
export function asksNothing(question: string): boolean {
  return !wordsOf(question).some((word) => asking.test(word));
}

/** Whether it begins as a part of a question does: "in Rome?", "by city", "over 50,000?". */
export function beginsAsPart(question: string): boolean {
  return partial.test(question.trim());
}

const partial =
  /^(in|from|of|for|at|on|by|per|with|without|within|over|under|above|below|between|since|before|after|during|until|near|not|except|excluding|more than|less than|fewer than|at least|at most|sorted|grouped|split|broken down)\b/i;

/** "Which city had the most?" and "show me the top 3" do not say of what. */
export function leavesOpen(question: string): boolean {
  const said = question.trim();
  return open.test(said) || showing.test(said);
}

const open =
  /^(?:in |at |on )?(which|what|who)\b.*\b(most|fewest|least|highest|lowest|largest|smallest|biggest)[?.! ]*$/i;
const showing =
  /^(show|give|list|tell)( me)?( only| just)? (the )?(top|bottom|highest|lowest|largest|smallest|best|worst)( \w+)?[?.! ]*$/i;

export const pointsBack = (question: string): boolean => pointing.test(question);

const leads = new Set(
  'and or but so then also now only just instead what how about same in for with ok okay please again'.split(' '),
);

/** How many words at the beginning only say that a question goes on: "and what about". */
export function leadOf({ tokens }: WrittenQuestion): number {
  const about = tokens.findIndex(({ text }) => text === 'about');
  if (about >= 0 && tokens.slice(0, about).every(({ text }) => leads.has(text))) return about + 1;
  const first = tokens.findIndex(
    ({ text }) => !/^(and|or|but|so|then|also|now|only|just|instead|ok|okay|please)$/.test(text),
  );
  return Math.max(0, first);
}

const asking = /^(how|what|which|who|when|where|why|is|are|was|were|do|does|did|list|show|give|name|count)$/;

/** What a question asks from a place on: "many", "which", "when"; undefined where it only says of what. */
export function askOf({ tokens }: WrittenQuestion, from: number): string | undefined {
  const at = tokens.findIndex(({ text }, place) => place >= from && asking.test(text));
  if (at < 0) return undefined;
  const { text } = tokens[at];
  if (text === 'how') return tokens[at + 1]?.text ?? text;
  return /^(what|which|who)$/.test(text) ? 'which' : text;
}

/** Whether it says by itself what it asks: it has an own question word, and what this is of. */
export function isWhole(question: WrittenQuestion, from: number): boolean {
  const { rowWords, tokens } = question;
  const isNamed = tokens.some(({ text }, at) => at >= from && !isSmall(text));
  return askOf(question, from) !== undefined && isNamed && (rowWords.low !== 0 || rowWords.high !== 0);
}
