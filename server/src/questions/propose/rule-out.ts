import type { Answer, Condition, Field } from '../algebra.ts';
import { weekdaySaid } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { hasWord, isWithin } from '../link/links.ts';
import { type Candidate, fieldsUsed, only } from './candidate.ts';

/** Leaves out readings that a word of the question rules out, as long as others are left. */
export function ruleOut(question: LinkedQuestion, candidates: Candidate[]): Candidate[] {
  return [ofRowNames, ofCounts, ofCountedRows, ofHeldValues, ofOwnPeriods].reduce((left, rule) => {
    const isAllowed = rule(question);
    return isAllowed ? only(left, isAllowed) : left;
  }, candidates);
}

type Rule = (question: LinkedQuestion) => ((candidate: Candidate) => boolean) | undefined;

/** The column that an answer works a figure out of. */
function workedOut(answer: Answer): Field | undefined {
  const measure = 'measure' in answer ? answer.measure : answer;
  return 'aggregate' in measure ? measure.field : undefined;
}

/** Of a table of flights "the most flights" are rows, although a column of numbers is called `flight`. */
const ofRowNames: Rule = (question) => {
  const isCalledSo = (at: number) => isCalledAsRows(question, at) && !isPlural(question, at);
  return ({ answer, rows: { pick } }) => {
    const field = workedOut(answer);
    return !(field && isCalledSo(field.at)) && !(pick && isCalledSo(pick.field.at));
  };
};

/** A table of births by day has how many there were in `births`: these are added up, and no rows counted. */
const ofCounts: Rule = (question) => {
  const { columns, table, tokens, rowWords } = question;
  const many = tokens.findIndex(({ text }) => text === 'many');
  // "How many days had more than 9,000 births"
  if (many >= 0 && !hasWord(rowWords, many + 1)) return undefined;
  const isCount = (at: number) => table.fields.some((field) => field.at === at && field.kind === 'number');
  const counts = columns.some((_, at) => isCalledAsRows(question, at) && isPlural(question, at) && isCount(at));
  if (!counts) return undefined;
  return ({ answer }) => answer.kind !== 'count' && !('measure' in answer && answer.measure.of === 'rows');
};

function isCalledAsRows({ table, rowWords, columns }: LinkedQuestion, at: number): boolean {
  return at >= 0 && table.stems[at].length === 1 && columns[at].score > 0 && isWithin(columns[at].words, rowWords);
}

function isPlural({ table }: LinkedQuestion, at: number): boolean {
  return /[^s]s$/i.test(table.columns[at].name);
}

/** "How many customers in total" asks for rows, and for no total of a column. */
const ofCountedRows: Rule = (question) => {
  const { tokens, rowWords } = question;
  const many = tokens.findIndex(({ text }, at) => text === 'many' && tokens[at - 1]?.text === 'how');
  return many < 0 || !hasWord(rowWords, many + 1) || ofCounts(question)
    ? undefined
    : ({ answer }) => isCounting(answer);
};

function isCounting(answer: Answer): boolean {
  return answer.kind === 'figures' ? answer.measures.some(({ of }) => of === 'rows') : answer.kind !== 'figure';
}

/** Rows with 2 adults have 2 on average: nothing is worked out of a column that has one value. */
const ofHeldValues: Rule =
  () =>
  ({ answer, rows: { choices } }) => {
    const field = workedOut(answer);
    const holds = ({ test, field: own, ...rest }: Condition) =>
      own === field && test === 'compare' && 'operator' in rest && rest.operator === '=';
    return !field || !choices.some(({ links }) => links.length === 1 && holds(links[0].condition));
  };

/** A column that is called "month" is meant by that word, and not the month of a date. */
const ofOwnPeriods: Rule = ({ tokens, table }) => {
  const isNamed = (period: string) => table.stems.some(([first, ...more]) => first === period && more.length === 0);
  const own = periods.filter((period) => tokens.some(({ stem }) => stem === period) && isNamed(period));
  if (own.length === 0 || weekdaySaid(tokens)) return undefined;
  const isOther = (part: string) => own.some((period) => part === period || part === `each ${period}`);
  return (one) => !fieldsUsed(one).some(({ part }) => isOther(part));
};

const periods = ['year', 'quarter', 'month', 'day', 'hour'];
