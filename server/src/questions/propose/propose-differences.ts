import { type Condition, isOfGroups, isOfYear, type Measure } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { type ConditionLink, firstWord, overlaps } from '../link/links.ts';
import { joinChoice } from './candidate.ts';
import { namedFirst } from './named-first.ts';
import { type Operation, partOf } from './parts.ts';
import { isFigure } from './propose-answers.ts';
import { type Placed, type ProposedAnswer, partsOf } from './proposed-answer.ts';

const mostFigures = 8;

/** What differs, and the words that say it. */
interface Sides {
  links: readonly ConditionLink[];
  first: Condition;
  second: Condition;
}

/** How much the figures of two kinds of rows differ: of two values of one field, or of those that have something and the others. */
export function differencesOf(
  question: LinkedQuestion,
): { links: readonly ConditionLink[]; answers: ProposedAnswer[] }[] {
  // "Do managers earn more than analysts" asks for both
  if (/^(do|does|did|is|are|was|were|has|have)$/.test(question.tokens[0]?.text ?? '')) return [];
  const figured = namedFirst(question)
    .filter(({ field }) => isFigure(field) || field.part === 'year')
    .slice(0, mostFigures);
  return [...pairsSaid(question), ...sidesSaid(question)].map((sides) => ({
    links: sides.links,
    answers: differences(question, sides, figured),
  }));
}

/** "New vs used" asks for both: of a large table they differ where a word says so. */
function pairsSaid({ conditions, tokens, table }: LinkedQuestion): Sides[] {
  if (!table.isWhole && !tokens.some(({ text }) => against.test(text) && !beside.test(text))) return [];
  const comparesYears = tokens.some(({ text }) => ofYears.test(text));
  const isSide = ({ condition }: ConditionLink) =>
    condition.test === 'is' || condition.test === 'holds' || (comparesYears && isOfYear(condition));
  return conditions.flatMap((one, at) =>
    conditions.slice(at + 1).flatMap((other): Sides[] => {
      const isPair = one.condition.field === other.condition.field && !overlaps(one.words, other.words);
      if (!isPair || !isSide(one) || !isSide(other)) return [];
      const [earlier, later] = firstWord(one.words) < firstWord(other.words) ? [one, other] : [other, one];
      return [{ links: [one, other], first: earlier.condition, second: later.condition }];
    }),
  );
}

const ofYears = /^(minus|difference|differences|compared|versus|vs|gap|change|growth|increase|decrease)$/;

const against =
  /^(difference|differences|differ|differs|compared|minus|change|growth|increase|decrease|than|gap|versus|vs|between|more|less|fewer|longer|shorter|higher|lower|cheaper|dearer|bigger|smaller|rest|others?)$/;

const beside = /^(versus|vs|rest|others?)$/;

/** "Homes with and without a pool", "members and the others": what has something, and what has not. */
function sidesSaid({ conditions, tokens }: LinkedQuestion): Sides[] {
  if (!tokens.some(({ text }) => against.test(text))) return [];
  const told = conditions.filter(({ condition: { test, field }, found }) => {
    const isOfTwo = test === 'is' && (field.kind === 'boolean' || field.column.distinct === 2);
    return found === 'flag' || test === 'missing' || isOfTwo;
  });
  return told.slice(0, mostSides).map((link) => ({
    links: [link],
    first: link.condition,
    second: denied(link),
  }));
}

const mostSides = 2;

function denied(link: ConditionLink): Condition {
  const { condition } = link;
  if (condition.test === 'missing') return { ...condition, negated: !condition.negated };
  if (condition.test === 'is' && condition.negated) return { ...condition, negated: false };
  // Yes and no as 1 and 0, or more than nothing
  if (condition.test === 'compare')
    return condition.operator === '=' ? { ...condition, value: 1 - condition.value } : { ...condition, operator: '<=' };
  return joinChoice({ links: [link], negated: true });
}

function differences(question: LinkedQuestion, { first, second }: Sides, figured: readonly Placed[]): ProposedAnswer[] {
  const of = (measure: Measure, operations: readonly Operation[], figure?: Placed): ProposedAnswer => ({
    answer: { kind: 'difference', measure, first, second },
    parts: figure ? partsOf(question, operations, [['figure', figure]]) : operations.map(partOf),
  });
  return [
    of({ of: 'rows' }, ['difference of counts']),
    ...figured.flatMap((one) =>
      (isOfGroups(one.field) ? (['own'] as const) : aggregatesSaid(question)).map((aggregate) => {
        const isMiddle = aggregate === 'average' || aggregate === 'median';
        const operations: Operation[] = ['difference of figures', ...(isMiddle ? [aggregate] : [])];
        return of({ of: 'field', field: one.field, aggregate }, operations, one);
      }),
    ),
  ];
}

function aggregatesSaid({ tokens }: LinkedQuestion): readonly ('average' | 'median' | 'sum')[] {
  const says = (words: RegExp) => tokens.some(({ text }) => words.test(text));
  if (!says(/^(average|averages|avg|mean|median|medians|typically|usually)$/)) return ['sum'];
  return says(/^medians?$/) ? ['average', 'median'] : ['average'];
}
