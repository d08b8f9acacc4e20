import type { Answer, Condition, Field, Reading } from '../questions/algebra.ts';
import { measuresOf } from '../questions/propose/candidate.ts';
import { isDenied, saysNo } from '../questions/rank/denied.ts';
import { stemsOfName, tokenize } from '../questions/words/tokens.ts';

/** The words of a question as its readings have them, with those for signs: "> 50" is "more than 50". */
export function wordsIn(question: string): string[] {
  return tokenize(question).map(({ text }) => text);
}

export function placesOf(some: readonly string[], words: readonly string[]): number[] {
  return words.flatMap((word, at) => (some.includes(word) ? [at] : []));
}

/** "The average price" is no other average, and "the median" no list: what is to be worked out, and of what. */
export function leavesFigure(unread: readonly string[], question: string): boolean {
  if (unread.some((word) => figures.test(word))) return true;
  const words = wordsIn(question);
  const at = words.findIndex((word) => /^(average|mean|avg|median)$/.test(word));
  // What is said twice is read once
  return at >= 0 && unread.includes(words[at + 1]) && !words.slice(0, at).includes(words[at + 1]);
}

const figures = /^(average|mean|avg|medians?|difference|deviation|stddev|percent|percentage|share|proportion)$/;

/** Of one row "the median of the amount" is not the amount, nor is the average of no values how many there are. */
export function tellsNoFigure(answer: Answer, question: string): boolean {
  const { kind } = answer;
  const words = wordsIn(question);
  // Who is likelier is told by shares, and by no numbers of rows
  if (words.some((word) => /^(likely|likelier|likeliest|likelihood)$/.test(word))) return !isOfShare(answer);
  if (kind === 'values' || kind === 'rows') return words.some((word) => spreads.test(word));
  return kind === 'distinct' && words.some((word) => ofValues.test(word)) && !words.some((word) => counting.test(word));
}

function isOfShare(answer: Answer): boolean {
  return answer.kind === 'share' || measuresOf(answer).some(({ of }) => of === 'share');
}

const spreads = /^(median|deviation|variance|stdev|stddev|correlation|percentile|quartile)s?$/;
const ofValues = /^(average|avg|mean|median|total|sum|highest|lowest|maximum|minimum)$/;
const counting = /^(many|number|count|different|distinct|unique|various|several)$/;

/** What is denied and not read chooses other rows, too: of "cars that are no Fords" none is a Ford. */
export function leavesDenial({ rows, answer }: Reading, question: string): boolean {
  if (!denies(question)) return false;
  // "Dearer than those without": both are told
  if (answer.kind === 'groups' && wordsIn(question).includes('than')) return false;
  const others =
    answer.kind === 'share' ? [answer.of] : answer.kind === 'difference' ? [answer.first, answer.second] : [];
  const conditions = [...rows.conditions, ...others];
  return !conditions.some(isDenied) && !fieldsOf(answer, conditions).some(isNamedSo);
}

function fieldsOf(answer: Answer, conditions: readonly Condition[]): Field[] {
  const measure = 'measure' in answer && answer.measure.of === 'field' ? [answer.measure.field] : [];
  return [...conditions.map(({ field }) => field), ...('field' in answer ? [answer.field] : []), ...measure];
}

/** "Days not worked" is a column, and "not paid" a term that was taught. */
function isNamedSo({ column: { name, synonyms = [] } }: Field): boolean {
  return [name, ...synonyms].some((one) => saysNo.test(stemsOfName(one).join(' ')));
}

const denying =
  /^(not|never|without|besides|except|excluding|outside|(is|are|was|were|do|does|did|has|have|had|would|could)n)$/;
const beforeNo = /^(have|has|had|having|with|is|are|was|were|be|there|got)$/;

/** "No more than five" and "not less than five" only bound, and "no" may be the name of a column. */
function denies(question: string): boolean {
  const words = wordsIn(question);
  return words.some((word, at) => {
    const [before = '', after = '', second] = [words[at - 1], words[at + 1], words[at + 2]];
    if (/^(more|less)$/.test(after) && second === 'than') return false;
    if (word === 'no') return beforeNo.test(before);
    if (/^(can|won)$/.test(word)) return after === 't';
    return denying.test(word) || (/^(other|apart|aside)$/.test(word) && /^(than|from)$/.test(after));
  });
}
