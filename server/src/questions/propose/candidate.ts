import type { Answer, Condition, Field, Measure, Pick, Reading, Step } from '../algebra.ts';
import type { ConditionLink, Mask } from '../link/links.ts';

/** One or, joined by "or", several conditions. */
export interface Choice {
  links: readonly ConditionLink[];
  negated?: boolean;
}

/** Rows of the sample, and how they were found. */
export interface RowSet {
  choices: readonly Choice[];
  pick?: Pick;
  step?: Step;
  /** Numbers of the rows, ascending. */
  found: readonly number[];
  words: Mask;
  /** Kinds of operations and their fields, as the ranking knows them. */
  parts: readonly number[];
}

export interface Candidate {
  rows: RowSet;
  answer: Answer;
  parts: readonly number[];
  /** Sum of the scores of its parts. */
  score: number;
}

/** Returns the reading that a candidate stands for. */
export function readingOf({ rows: { choices, pick, step }, answer }: Candidate): Reading {
  return { rows: { conditions: choices.map(joinChoice), pick, step }, answer };
}

/** Returns what a candidate asks for, sorts by or tests. */
export function fieldsUsed({ rows: { choices, pick }, answer }: Candidate): Field[] {
  const tested = choices.flatMap(({ links }) => links.flatMap(({ condition }) => fieldsOfCondition(condition)));
  return [...tested, ...(pick ? [pick.field] : []), ...fieldsOfAnswer(answer)];
}

function fieldsOfCondition(condition: Condition): Field[] {
  if (condition.test === 'either') return condition.of.flatMap(fieldsOfCondition);
  return condition.test === 'against' ? [condition.field, condition.of.field] : [condition.field];
}

function fieldsOfAnswer(answer: Answer): Field[] {
  const measures = measuresOf(answer);
  const measured = measures.flatMap(fieldsOfMeasure);
  if (answer.kind === 'share') return [answer.of.field, ...(answer.summed ? [answer.summed] : [])];
  if (answer.kind === 'difference') return [...measured, answer.first.field];
  if (answer.kind === 'groups') return [answer.by, ...(answer.and ? [answer.and] : []), ...measured];
  if (answer.kind === 'top') return [answer.by, ...(answer.each ? [answer.each] : []), ...measured];
  if ('by' in answer) return [answer.by, ...measured];
  if (answer.kind === 'values') return [answer.field, ...(answer.beside ?? [])];
  return 'field' in answer ? [answer.field] : measured;
}

/** What an answer works out. */
export function measuresOf(answer: Answer): readonly Measure[] {
  if (answer.kind === 'figures') return answer.measures;
  if (!('measure' in answer)) return [];
  return [answer.measure, ...(answer.kind === 'groups' ? (answer.more ?? []) : [])];
}

function fieldsOfMeasure(measure: Measure): Field[] {
  if (measure.of === 'field' || measure.of === 'distinct') return [measure.field];
  if (measure.of !== 'share') return [];
  return [...(measure.condition ? [measure.condition.field] : []), ...(measure.summed ? [measure.summed] : [])];
}

export function joinChoice({ links, negated }: Choice): Condition {
  const conditions = links.map(({ condition }) => condition);
  const [first] = conditions;
  if (links.length > 1 && !links.every((one) => isOneOf(one, links[0])))
    return { test: 'either', field: first.field, of: conditions };
  if (first.test === 'compare' && conditions.length > 1)
    return { test: 'is', field: first.field, values: conditions.flatMap((one) => ('value' in one ? [one.value] : [])) };
  if (first.test !== 'is' && first.test !== 'holds') return first;
  const { field } = first;
  if (conditions.every(({ test }) => test === 'is'))
    return { test: 'is', field, values: conditions.flatMap(textsOf), negated };
  const cells = conditions.map((one) =>
    one.test === 'is' ? one.values : one.test === 'holds' ? one.cells : undefined,
  );
  const known = cells.every((one) => one !== undefined) ? { cells: cells.flat() } : {};
  return { test: 'holds', field, phrases: conditions.flatMap(textsOf).map(String), ...known, negated };
}

/** Whether two conditions choose among the values of one field: its texts, or its numbers. */
export function isOneOf({ condition: one }: ConditionLink, { condition: other }: ConditionLink): boolean {
  const isOfTexts = ({ test }: Condition) => test === 'is' || test === 'holds';
  const isNumber = (condition: Condition) => condition.test === 'compare' && condition.operator === '=';
  if (one.field !== other.field) return false;
  return (isOfTexts(one) && isOfTexts(other)) || (isNumber(one) && isNumber(other));
}

function textsOf(condition: Condition): readonly unknown[] {
  if (condition.test === 'is') return condition.values;
  return condition.test === 'holds' ? condition.phrases : [];
}

/** Leaves the candidates that a test holds for, where there are some. */
export function only(candidates: Candidate[], isMeant: (one: Candidate) => boolean): Candidate[] {
  const meant = candidates.filter(isMeant);
  return meant.length > 0 ? meant : candidates;
}
