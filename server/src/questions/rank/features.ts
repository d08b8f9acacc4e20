import type { Answer, Field } from '../algebra.ts';
import { linkOfField } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { type ColumnLink, hasWord, type Mask, overlaps, union } from '../link/links.ts';
import { isSmall } from '../link/small-words.ts';
import type { Candidate } from '../propose/candidate.ts';
import { operations } from '../propose/parts.ts';
import type { Outcome } from '../propose/run-answer.ts';
import { wordsOf } from '../words/tokens.ts';
import { type Asking, askingOf, distanceTo, wordsOfFigure } from './nearby.ts';
import { usesOf } from './uses.ts';

/** What the ranking knows of a candidate; the trees are trained on these columns, in this order. */
export const featureNames = [
  'links',
  'weakest link',
  'conditions',
  'covered',
  'left over',
  'best link left',
  'links left',
  'numbers left',
  'column left',
  'shown name',
  'shown place',
  'shown column',
  'shown distinct',
  'shown kind',
  'shown is used',
  'pick name',
  'pick kind',
  'pick is shown',
  'figure name',
  'group name',
  'group distinct',
  'outcome size',
  'outcome is number',
  'outcome is asked',
  'outcome magnitude',
  'rows',
  'share of rows',
  'answer',
  'pick',
  'step',
  'asking word',
  'whole',
  'condition names',
  'phrases',
  'bounds',
  'numbers',
  'negated',
  'or',
  'tokens',
  'parts',
  'condition beside name',
  'same column twice',
  'second shown name',
  'groups shown',
  'told together',
  'person',
  'words of ends',
  'end to pick',
  'word to figure',
  'figure word',
  'word to group',
] as const;

const askingWords = ['who', 'what', 'which', 'when', 'where', 'how', 'name', 'is'];

/** What is the same for all candidates of a question. */
export interface Asked {
  question: LinkedQuestion;
  content: readonly boolean[];
  contentCount: number;
  asking: number;
  text: string;
  near: Asking;
}

export function askedOf(question: LinkedQuestion): Asked {
  const { tokens } = question;
  const content = tokens.map(({ text }) => !isSmall(text));
  const first = tokens.findIndex(({ text }) => askingWords.includes(text));
  const word = tokens[first]?.text;
  const many = word === 'how' && /^(many|much)$/.test(tokens[first + 1]?.text ?? '') ? 10 : 0;
  return {
    question,
    content,
    contentCount: content.filter(Boolean).length,
    asking: askingWords.indexOf(word) + many,
    text: ` ${tokens.map(({ text }) => text).join(' ')} `,
    near: askingOf(question),
  };
}

const kindCodes = { number: 0, text: 1, date: 2, boolean: 3 };
const answerKinds = [
  'values',
  'count',
  'distinct',
  'figure',
  'difference',
  'share',
  'groups',
  'top',
  'having',
  'figures',
  'rows',
];

/** Writes the features of a candidate to `out`, from `start` on; NaN where one does not apply. */
export function writeFeatures(
  asked: Asked,
  candidate: Candidate,
  outcome: Outcome,
  out: Float64Array,
  start: number,
): void {
  const { question, content, near } = asked;
  const { tokens, table, columns, conditions, rowWords } = question;
  const { rows, answer, parts } = candidate;
  const { show, beside, figure, group, more = [] } = usesOf(answer);
  const pick = rows.pick?.field;
  const links = rows.choices.flatMap((choice) => choice.links);
  const columnOf = (field: Field | undefined) => (field && field.at >= 0 ? linkOfField(question, field) : undefined);
  const used = [show, beside, figure, group, pick, ...more]
    .map(columnOf)
    .filter((one) => one !== undefined && one.score > 0) as ColumnLink[];
  const named = links.map((link) => columns[link.condition.field.at]);
  const said = [...used, ...named].reduce((mask, link) => union(mask, link.words), union(rows.words, rowWords));
  let [left, numbersLeft] = [0, 0];
  for (let at = 0; at < tokens.length; at += 1) {
    if (hasWord(said, at)) continue;
    if (content[at]) left += 1;
    const { number } = tokens[at];
    if (
      number !== undefined &&
      number !== rows.pick?.count &&
      number !== (rows.pick?.skip ?? -2) + 1 &&
      !(answer.kind === 'top' && answer.count === number) &&
      !isBound(answer, number)
    )
      numbersLeft += 1;
  }
  const linksLeft = conditions.filter((link) => !overlaps(link.words, said));
  const columnLeft = Math.max(
    0,
    ...columns.map((link) => (link.score > 0 && !overlaps(link.words, said) ? link.score : 0)),
  );
  const first = outcome[0];
  const isNumber = typeof first === 'number';
  const ofFigure = wordsOfFigure(answer, near);
  const features = [
    links.reduce((sum, link) => sum + link.score, 0),
    links.length === 0 ? Number.NaN : Math.min(...links.map(({ score }) => score)),
    rows.choices.length,
    asked.contentCount === 0 ? 1 : 1 - left / asked.contentCount,
    left,
    linksLeft[0]?.score ?? 0,
    countSpans(linksLeft.map(({ words }) => words)),
    numbersLeft,
    columnLeft,
    columnOf(show)?.score ?? Number.NaN,
    show === undefined ? Number.NaN : (columnOf(show)?.from ?? -1),
    show?.at ?? Number.NaN,
    distinctOf(question, show),
    show ? kindCodes[show.kind] + (show.part === 'whole' ? 0 : 4) : Number.NaN,
    show ? Number(show.at === pick?.at || links.some(({ condition }) => condition.field.at === show.at)) : Number.NaN,
    columnOf(pick)?.score ?? Number.NaN,
    pick ? kindCodes[pick.kind] + (pick.part === 'whole' ? 0 : 4) : Number.NaN,
    pick && show ? Number(pick.at === show.at) : Number.NaN,
    columnOf(figure)?.score ?? Number.NaN,
    columnOf(group)?.score ?? Number.NaN,
    distinctOf(question, group),
    table.isWhole ? outcome.length : Number.NaN,
    table.isWhole ? Number(isNumber) : Number.NaN,
    table.isWhole ? Number(isSaid(asked.text, outcome)) : Number.NaN,
    table.isWhole && isNumber ? Math.log1p(Math.abs(first)) * Math.sign(first) : Number.NaN,
    table.isWhole ? rows.found.length : Number.NaN,
    table.isWhole ? rows.found.length / Math.max(1, table.rows.length) : Number.NaN,
    answerKinds.indexOf(answer.kind) +
      (answer.kind === 'figure' ? 0.1 * parts.findLast((part) => part < operations.length)! : 0),
    rows.pick ? (rows.pick.field.part === 'place' ? 1 : 3) + Number(rows.pick.descending) : 0,
    rows.step ? ['next', 'previous', 'after', 'before'].indexOf(rows.step) + 1 : 0,
    asked.asking,
    Number(table.isWhole),
    named.reduce((sum, link) => sum + link.score, 0),
    links.filter(({ found }) => found === 'phrase').length,
    links.filter(({ found }) => found === 'bound').length,
    links.filter(({ found }) => found === 'number').length,
    rows.choices.filter(({ negated }) => negated).length,
    rows.choices.filter((choice) => choice.links.length > 1).length,
    tokens.length,
    parts.length,
    links.filter((link) => isBeside(link.words, columns[link.condition.field.at].words)).length,
    Number(new Set(links.map(({ condition }) => condition.field.at)).size < rows.choices.length),
    columnOf(beside)?.score ?? Number.NaN,
    answer.kind === 'top' ? answer.count : Number.NaN,
    toldTogether(answer),
    personAsked(asked, show ?? group),
    near.ends.length,
    distanceTo(question, pick, near.ends),
    distanceTo(question, figure, ofFigure),
    figure ? ofFigure.length : Number.NaN,
    distanceTo(question, group, near.groups),
  ];
  out.set(features, start);
}

/** Of "who" whether what is told is a person. */
function personAsked({ asking, question }: Asked, told: Field | undefined): number {
  return asking === 0 && told && told.at >= 0 ? question.table.persons[told.at] : Number.NaN;
}

/** How many columns or figures are told at once. */
function toldTogether(answer: Answer): number {
  if (answer.kind === 'figures') return answer.measures.length;
  if (answer.kind === 'groups' && answer.more) return 1 + answer.more.length;
  return 1 + (answer.kind === 'values' ? (answer.beside?.length ?? 0) : Number('and' in answer));
}

export function isBound(answer: Answer, number: number): boolean {
  return answer.kind === 'having' && answer.value === number;
}

/** Counts the words that several links share once. */
function countSpans(masks: readonly Mask[]): number {
  const apart: Mask[] = [];
  for (const mask of masks) if (!apart.some((other) => overlaps(mask, other))) apart.push(mask);
  return apart.length;
}

function distinctOf({ table }: LinkedQuestion, field: Field | undefined): number {
  if (!field) return Number.NaN;
  const { distinct } = field.column;
  return distinct === null ? Number.NaN : distinct / Math.max(1, table.rowCount);
}

/** Whether the answer only repeats what the question says. */
function isSaid(text: string, outcome: Outcome): boolean {
  return (
    outcome.length > 0 &&
    outcome.length < 4 &&
    outcome.every((cell) => text.includes(` ${wordsOf(String(cell)).join(' ')} `))
  );
}

/** Whether the words of one stand next to those of the other. */
function isBeside(one: Mask, other: Mask): boolean {
  if (other.low === 0 && other.high === 0) return false;
  const shifted = { low: (one.low << 1) | (one.low >> 1), high: (one.high << 1) | (one.high >> 1) };
  return overlaps(shifted, other);
}
