import { type Condition, type Field, isOfGroups, isPlaceInTime, isTaughtTest, type Measure } from '../algebra.ts';
import { linkOfField } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { type ConditionLink, firstWord, hasWord } from '../link/links.ts';
import type { Token } from '../words/tokens.ts';
import { joinChoice, type RowSet } from './candidate.ts';
import { isGrouping, namedFirst } from './named-first.ts';
import { partOf, type Role } from './parts.ts';
import { isDeniedIn, mayJoin } from './propose-rows.ts';
import { type Placed, type ProposedAnswer, partsOf } from './proposed-answer.ts';

/**
 * "What percentage of the homes in Rome has two rooms": the share of those that one more condition holds for, and the
 * same of the rows of each group.
 */
export function sharesOf(question: LinkedQuestion): { links: readonly ConditionLink[]; answers: ProposedAnswer[] }[] {
  if (!asksShare(question)) return [];
  const groups = groupsNamed(question);
  const sums = [undefined, ...sumsNamed(question)];
  return partsSaid(question).map(({ links, condition }) => ({
    links,
    answers: sums
      .filter((summed) => summed?.field !== condition.field)
      .flatMap((summed) => [
        shareOf(question, condition, summed),
        ...groups
          .filter(({ field }) => field.at !== condition.field.at && field !== summed?.field)
          .flatMap((by) => groupsOfShare(question, by, { condition, summed })),
      ]),
  }));
}

function shareOf(question: LinkedQuestion, of: Condition, summed: Placed | undefined): ProposedAnswer {
  if (!summed) return { answer: { kind: 'share', of }, parts: [partOf('share')] };
  const parts = partsOf(question, ['share', 'share of sum'], [['figure', summed]]);
  return { answer: { kind: 'share', of, summed: summed.field }, parts };
}

/** "What share of the revenue comes from Rome": numbers that are named, of whose sum a share may be. */
function sumsNamed(question: LinkedQuestion): Placed[] {
  const named = namedFirst(question).filter(({ field }) => {
    const isAmount = field.kind === 'number' && field.part === 'whole' && field.at >= 0;
    return isAmount && !isOfGroups(field) && !isPlaceInTime(field) && isSharedIn(question, field);
  });
  return named.slice(0, mostSums);
}

const mostSums = 2;
const [farthestBehind, farthestBefore] = [4, 3];

/** Whether its name stands at the word for a share: of "what share of the mothers had a low birth weight" no weight is shared. */
function isSharedIn(question: LinkedQuestion, field: Field): boolean {
  const { score, from, words } = linkOfField(question, field);
  return (
    score > 0 &&
    question.tokens.some(({ text }, at) => hasWord(words, at) && !shareWords.test(text)) &&
    question.tokens.some(({ text }, at) => {
      const behind = from - at;
      return shareWords.test(text) && behind <= farthestBehind && behind >= -farthestBefore;
    })
  );
}

/**
 * "What share of the homes in Rome has two rooms", "the share of women among the members": whether rows are what the
 * share is of, by what stands between them and the condition; the same both ways where nothing tells.
 */
export function mayBeWhole({ words }: RowSet, part: ConditionLink, { tokens }: LinkedQuestion): boolean {
  if (words.low === 0 && words.high === 0) return true;
  const [whole, own] = [firstWord(words), firstWord(part.words)];
  // "Hamid: % express": what stands right behind the word is the part
  if (shareWords.test(tokens[whole - 1]?.text ?? '')) return false;
  const between = tokens.slice(Math.min(whole, own) + 1, Math.max(whole, own));
  const says = (all: RegExp) => between.some(({ text }) => all.test(text));
  if (says(predicates)) return whole < own;
  return says(/^(in|among|within|amongst)$/) ? own < whole : true;
}

/** One condition, what is denied, or one or the other value. */
function partsSaid(question: LinkedQuestion): { links: readonly ConditionLink[]; condition: Condition }[] {
  const some = question.conditions.slice(0, 6);
  const either = some.flatMap((one, at) =>
    some.slice(at + 1).flatMap((other) => (mayJoin(one, other, question) ? [[one, other]] : [])),
  );
  return [
    ...some.map((link) => ({ links: [link], condition: link.condition })),
    ...some.flatMap((link) =>
      isDeniedIn(link, question) ? [{ links: [link], condition: joinChoice({ links: [link], negated: true }) }] : [],
    ),
    ...either.map((links) => ({ links, condition: joinChoice({ links }) })),
  ];
}

const predicates = /^(has|have|had|is|are|was|were|do|does|did|cost|costs|earn|earns|got|live|lives|work|works)$/;

const mostShares = 4;
const mostParts = 30;

/** What groups are by where shares are told: a field that is named. */
function groupsNamed(question: LinkedQuestion): Placed[] {
  const { table } = question;
  const named = namedFirst(question).filter(({ field, place }) => {
    const isAmount = field.kind === 'number' && field.part === 'whole' && (field.column.distinct ?? 0) > mostParts;
    const isGroup = !isAmount && !isOfGroups(field) && !isTaughtTest(field) && isGrouping(field, table.codes[place]);
    return isGroup && linkOfField(question, field).score > 0;
  });
  return named.slice(0, mostShares);
}

interface Part {
  condition: Condition;
  summed: Placed | undefined;
}

function groupsOfShare(question: LinkedQuestion, by: Placed, { condition, summed }: Part): ProposedAnswer[] {
  const measure: Measure = { of: 'share', condition, summed: summed?.field };
  const fields = fieldsOf(by, summed);
  const ofSum = summed ? (['share of sum'] as const) : [];
  const top = (descending: boolean): ProposedAnswer => ({
    answer: { kind: 'top', by: by.field, measure, descending, count: 1, shows: 'label' },
    parts: partsOf(question, [descending ? 'most of figure' : 'least of figure', 'share of group', ...ofSum], fields),
  });
  const each: ProposedAnswer = {
    answer: { kind: 'groups', by: by.field, measure },
    parts: partsOf(question, ['groups', 'share of group', ...ofSum], fields),
  };
  return [each, top(true), top(false)];
}

/** "Share of homes per city": how the rows are parted. */
export function partsOfAll(question: LinkedQuestion, grouping: readonly Placed[]): ProposedAnswer[] {
  if (!asksShare(question)) return [];
  const sums = sumsNamed(question);
  return grouping.flatMap((by) =>
    [undefined, ...sums.filter(({ field }) => field !== by.field)].map((summed): ProposedAnswer => {
      const ofSum = summed ? (['share of sum'] as const) : [];
      return {
        answer: { kind: 'groups', by: by.field, measure: { of: 'share', summed: summed?.field } },
        parts: partsOf(question, ['groups', 'part of all', ...ofSum], fieldsOf(by, summed)),
      };
    }),
  );
}

function fieldsOf(by: Placed, summed: Placed | undefined): (readonly [Role, Placed])[] {
  return [['group', by] as const, ...(summed ? [['figure', summed] as const] : [])];
}

/** "Took part" and "parts sold" ask for no share. */
function asksShare({ tokens }: LinkedQuestion): boolean {
  return tokens.some(({ text }, at) => shareWords.test(text) && (text !== 'part' || isPart(tokens, at)));
}

function isPart(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.text === 'of' && !/^(take|takes|took|taken|taking)$/.test(tokens[at - 1]?.text);
}

const shareWords =
  /^(percent|percents|percentage|percentages|share|proportion|fraction|ratio|rate|portion|slice|part)$/;
