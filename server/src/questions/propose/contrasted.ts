import { type Field, isOfYear, type Measure } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { type ConditionLink, firstWord, hasWord } from '../link/links.ts';
import { isSmall } from '../link/small-words.ts';
import { holdsRowNumbers } from '../words/row-numbers.ts';
import type { Token } from '../words/tokens.ts';
import { saysOfEach } from '../words/which-end.ts';
import type { Candidate } from './candidate.ts';
import { denyingWords } from './propose-rows.ts';

/** "The average weight of boys and girls" is one of each. */
const figures = /^(average|averages|avg|mean|median|medians|rate|rates|percent|percentage|share|shares)$/;

/** Two values of one field that are set against each other. */
interface Contrast {
  field: Field;
  links: readonly ConditionLink[];
  /** Whether one of them is asked for, or both with their figures. */
  asksOne: boolean;
  /** The column that is compared, where the question names one: the one that is named best. */
  figure: number | undefined;
  /** "Per strike", "on average": not how much it is in total. */
  isAverage: boolean;
  /** Whether how much they differ may be asked for. */
  isDifference?: boolean;
}

const comparing = /^(more|less|higher|lower|better|worse|larger|bigger|smaller|most|least|highest|lowest)$/;
/** The more of "10 or more" only bounds. */
function compares(tokens: readonly Token[], at: number): boolean {
  return (
    comparing.test(tokens[at].text) &&
    !/^(or|and|at)$/.test(tokens[at - 1]?.text ?? '') &&
    tokens[at + 1]?.text !== 'than'
  );
}

const between = /^(or|and|versus|vs|with|against)$/;

/** "Did Rome or Oslo pay more", "compare day and night": which values, and whether one of them is wanted. */
export function contrastIn(question: LinkedQuestion): Contrast | undefined {
  const { tokens, conditions } = question;
  const says = (words: RegExp) => tokens.some(({ text }) => words.test(text));
  for (let at = 1; at < tokens.length - 1; at += 1) {
    const { text } = tokens[at];
    const asksOne = text === 'or' && (tokens.some((_, place) => compares(tokens, place)) || saysOfEach(tokens));
    const isEach = text === 'and' && says(figures) && !says(denyingWords) && !question.table.isWhole;
    if (
      !between.test(text) ||
      (!asksOne && !isEach && !says(/^(compare|compared|comparison|versus|vs|differ|differs)$/))
    )
      continue;
    const before = tokens.findLastIndex(({ text: word }, place) => place < at && !isSmall(word));
    const after = tokens.findIndex(({ text: word }, place) => place > at && !isSmall(word));
    for (const one of conditions.filter((link) => isValue(link) && hasWord(link.words, before))) {
      const other = conditions.find(
        (link) => isValue(link) && link.condition.field === one.condition.field && hasWord(link.words, after),
      );
      if (!other || other === one) continue;
      const { field } = one.condition;
      const isAverage =
        says(/^(per|average|mean|avg|each|typically|usually|earns?|earning|earned)$/) || saysOfEach(tokens);
      const isDifference = says(/^(difference|differ|differs|gap)$/);
      return { field, links: [one, other], asksOne, figure: figureIn(question, field), isAverage, isDifference };
    }
  }
  return contrastByThan(question);
}

/** "Do managers earn more than analysts", "is it dearer in Rome than in Oslo": the figures of both. */
function contrastByThan(question: LinkedQuestion): Contrast | undefined {
  const { tokens, conditions } = question;
  const than = tokens.findIndex(({ text }) => text === 'than');
  if (than < 0 || !/^(is|are|was|were|do|does|did|has|have)$/.test(tokens[0].text)) return undefined;
  const values = conditions.filter(isValue);
  for (const other of values.filter(({ words }) => firstWord(words) > than)) {
    const { field } = other.condition;
    const one = values.find((link) => link.condition.field === field && firstWord(link.words) < than);
    const figure = figureIn(question, field);
    if (one) return { field, links: [one, other], asksOne: false, figure, isAverage: figure !== undefined };
  }
  return contrastWithout(question, than);
}

/** "Are cars with leather dearer than those without": the figures of what has something and what has not. */
function contrastWithout(question: LinkedQuestion, than: number): Contrast | undefined {
  const { tokens, conditions } = question;
  const isDenied = tokens.some(
    ({ text }, at) => at > than && /^(without|others?|rest|not|no|don|doesn|didn)$/.test(text),
  );
  const flag = conditions.find(({ found, words }) => found === 'flag' && firstWord(words) < than);
  if (!isDenied || !flag) return undefined;
  const figure = figureIn(question, flag.condition.field);
  if (figure === undefined) return undefined;
  return { field: flag.condition.field, links: [], asksOne: false, figure, isAverage: true };
}

function figureIn({ table, columns }: LinkedQuestion, compared: Field): number | undefined {
  const numeric = table.fields.filter(
    ({ kind, part, at, column }) =>
      kind === 'number' && part === 'whole' && at !== compared.at && !holdsRowNumbers(column.name),
  );
  const [best] = numeric.sort((one, other) => columns[other.at].score - columns[one.at].score);
  return best && columns[best.at].score > 0 ? best.at : undefined;
}

function isValue({ condition }: ConditionLink): boolean {
  return isOfYear(condition) || condition.test === 'is' || condition.test === 'holds';
}

/** Whether a candidate ranks or lists just the two. */
export function contrasts({ rows: { choices, pick, step }, answer }: Candidate, contrast: Contrast): boolean {
  const { field, links, asksOne, isDifference } = contrast;
  if (answer.kind === 'difference') return isDifference === true && isCompared(answer.measure, contrast);
  const isOfBoth =
    links.length === 0
      ? choices.length === 0
      : choices.some((choice) => !choice.negated && links.every((link) => choice.links.includes(link)));
  const isWanted = asksOne ? answer.kind === 'top' && answer.shows === 'label' : answer.kind === 'groups';
  if (!isOfBoth || !isWanted || pick || step || !('by' in answer) || answer.by !== field) return false;
  return 'measure' in answer && isCompared(answer.measure, contrast);
}

function isCompared(measure: Measure, { figure, isAverage }: Contrast): boolean {
  if (figure === undefined || measure.of !== 'field') return figure === undefined && measure.of === 'rows';
  return measure.field.at === figure && (!isAverage || ['average', 'own'].includes(measure.aggregate));
}
