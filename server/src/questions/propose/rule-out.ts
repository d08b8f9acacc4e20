import type { Field } from '../algebra.ts';
import { weekdaySaid } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { hasWord, isWithin } from '../link/links.ts';
import { type Candidate, fieldsUsed, measuresOf, only } from './candidate.ts';

/** Leaves out readings that a word of the question rules out, as long as others are left. */
export function ruleOut(question: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  return [ofCounts, ofTotals, ofAsked, ofBoth, ofBothEnds, ofOwnPeriods].reduce((left, rule) => {
    const isAllowed = rule(question);
    return isAllowed ? only(left, isAllowed) : left;
  }, candidates);
}

type Rule = (question: LinkedQuestion) => ((candidate: Candidate) => boolean) | undefined;

/** A table of births by day has how many there were in `births`: these are added up, and no rows counted. */
const ofCounts: Rule = ({ columns, table, tokens, rowWords }) => {
  const many = tokens.findIndex(({ text }) => text === 'many');
  // "How many days had more than 9,000 births"
  if (many >= 0 && !hasWord(rowWords, many + 1)) return undefined;
  const isCount = ({ at, kind, column: { name } }: Field) =>
    kind === 'number' &&
    at >= 0 &&
    /[^s]s$/i.test(name) &&
    table.stems[at].length === 1 &&
    columns[at].score > 0 &&
    isWithin(columns[at].words, rowWords);
  if (!table.fields.some(isCount)) return undefined;
  return ({ answer }) => answer.kind !== 'count' && !('measure' in answer && answer.measure.of === 'rows');
};

const mostlyNamed = 0.6;

/** "The top client by total" has no most rows, and "the total" is no number of them. */
const ofTotals: Rule = ({ tokens, columns, rowWords }) => {
  const at = tokens.findIndex(({ text }) => /^(total|sum)$/.test(text));
  const isOfRows =
    /^(number|count)$/.test(tokens[at + 1]?.text ?? '') || hasWord(rowWords, at + 1) || tokens[at - 1]?.text === 'in';
  if (at < 0 || isOfRows || columns.some(({ score, words }) => score > mostlyNamed && hasWord(words, at)))
    return undefined;
  return ({ answer }) =>
    answer.kind !== 'count' &&
    !((answer.kind === 'top' || answer.kind === 'groups') && answer.measure.of === 'rows' && !('more' in answer));
};

/** "In which gallery can one see", "which supplier has": what stands behind the word is told, or counted. */
const ofAsked: Rule = ({ tokens, columns, table }) => {
  const at = tokens.findIndex(({ text }) => text === 'which');
  if (at < 0 || at > 1) return undefined;
  const named = columns.map(({ score, words }) => (hasWord(words, at + 1) ? score : 0));
  const asked = [...named.keys()].filter((place) => named[place] > mostlyNamed && named[place] === Math.max(...named));
  if (asked.length === 0 || !asked.every((place) => table.columns[place].type === 'text')) return undefined;
  return ({ answer }) => {
    if (answer.kind === 'values')
      return [answer.field, ...(answer.beside ?? [])].some((field) => asked.includes(field.at));
    return answer.kind === 'rows' || ('by' in answer && asked.includes(answer.by.at));
  };
};

/** "The number of homes and the average price per town": what is asked together is told together. */
const ofBoth: Rule = (question) =>
  asksBoth(question)
    ? ({ answer }) => {
        const measures = measuresOf(answer);
        return (
          measures.some(({ of }) => of === 'rows' || of === 'distinct') && measures.some(({ of }) => of === 'field')
        );
      }
    : undefined;

/** "The largest and the smallest size" are told both. */
const ofBothEnds: Rule = (question) => {
  const ends = ['highest', 'lowest'] as const;
  const text = question.tokens.map((one) => one.text).join(' ');
  if (!bothEnds.test(text)) return undefined;
  return ({ answer }) =>
    ends.every((end) => measuresOf(answer).some((one) => one.of === 'field' && one.aggregate === end));
};

const bothEnds =
  /\b(max|maximum|highest|largest|longest|oldest|biggest) and (the )?(min|minimum|lowest|smallest|shortest|youngest)\b|\b(min|minimum|lowest|smallest|shortest|youngest) and (the )?(max|maximum|highest|largest|longest|oldest|biggest)\b/;

/** Whether a number of rows and a figure are asked for, with "and" between. */
function asksBoth({ tokens, rowWords, columns, table }: LinkedQuestion): boolean {
  const and = tokens.findIndex(({ text }) => text === 'and');
  if (and < 0) return false;
  const sides = [tokens.slice(0, and), tokens.slice(and + 1)].map((side) => side.map(({ text }) => text).join(' '));
  // "By location and number of rooms" names a column
  const isAmount = (at: number) =>
    columns.some(({ score, words }, place) => {
      return score > mostlyNamed && hasWord(words, at) && /^(integer|number)$/.test(table.columns[place].type);
    });
  const counts = tokens.flatMap(({ text }, at) => {
    const noun = text === 'number' && tokens[at + 1]?.text === 'of' ? at + 2 : at + 1;
    return /^(number|many|count)$/.test(text) && !isAmount(noun) ? [at] : [];
  });
  const isCounted = (side: number) =>
    counts.some((at) => at > and === (side === 1)) || (side === 0 && and === 1 && hasWord(rowWords, 0));
  const isWorkedOut = (side: number) => /\b(average|avg|mean|median|total|sum|highest|lowest)\b/.test(sides[side]);
  return [0, 1].some((side) => isCounted(side) && !isWorkedOut(side) && isWorkedOut(1 - side) && !isCounted(1 - side));
}

/** A column that is called "month" is meant by that word, and not the month of a date. */
const ofOwnPeriods: Rule = ({ tokens, table }) => {
  const isNamed = (period: string) => table.stems.some(([first, ...more]) => first === period && more.length === 0);
  const own = periods.filter((period) => tokens.some(({ stem }) => stem === period) && isNamed(period));
  if (own.length === 0 || weekdaySaid(tokens)) return undefined;
  const isOther = (part: string) => own.some((period) => part === period || part === `each ${period}`);
  return (one) => !fieldsUsed(one).some(({ part }) => isOther(part));
};

const periods = ['year', 'quarter', 'month', 'day', 'hour'];
