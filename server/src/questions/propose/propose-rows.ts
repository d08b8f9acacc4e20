import { type Field, isOfGroups, isPartOfYear, type Pick, type Step } from '../algebra.ts';
import { mayBeMeant } from '../link/link-fields.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import { type ConditionLink, firstWord, hasWord, isWithin, maskOf, noWords, overlaps, union } from '../link/links.ts';
import { holdsRowNumbers } from '../words/row-numbers.ts';
import type { Token } from '../words/tokens.ts';
import { amountsIn } from './amounts.ts';
import { type Choice, isOneOf, type RowSet } from './candidate.ts';
import { type Operation, partOf, partOfField } from './parts.ts';
import { linksAgainst } from './propose-against.ts';

const mostPickFields = 9;
const mostJoined = 24;
const stepWords =
  /^(next|after|before|previous|prior|following|follow|followed|follows|preceded|preceding|precede|came|come|comes|above|below|right|immediately|directly|later|earlier|subsequent|behind|succeeded|successor|predecessor|until|since)$/;
export const denyingWords =
  /^(not|but|other|neither|nor|besides|except|excluding|exclude|excl|else|than|apart|aside|never|without|non|didn|isn|aren|doesn|don|wasn|weren|addition|outside)$/;

/** All sets of rows that a question may be about. */
export function proposeRows(question: LinkedQuestion): RowSet[] {
  const plain = combine(question).map((choices) => filter(question, choices));
  const known = plain.filter(
    ({ found, choices }) => found.length > 0 || !question.table.isWhole || choices.length === 0,
  );
  const picked = known.flatMap((rows) => pickRows(question, rows));
  if (!question.tokens.some(({ text }) => stepWords.test(text))) return [...known, ...picked];
  return [...known, ...picked, ...[...known, ...picked].flatMap((rows) => stepRows(question, rows))];
}

/** No condition, one, up to four of different words; some are joined by "or". */
function combine(question: LinkedQuestion): Choice[][] {
  const { conditions } = question;
  const single = conditions.map((link): Choice => ({ links: [link] }));
  const negated = conditions
    .filter((link) => isDeniedIn(link, question))
    .map((link): Choice => ({ links: [link], negated: true }));
  const joined = pairsOf(conditions)
    .filter(([one, other]) => mayJoin(one, other, question))
    .slice(0, mostJoined)
    .map((links): Choice => ({ links: links.sort((one, other) => firstWord(one.words) - firstWord(other.words)) }));
  const neither = joined
    .filter(({ links }) => isNeither(links, question))
    .map((choice): Choice => ({ ...choice, negated: true }));
  const against = linksAgainst(question).map((link): Choice => ({ links: [link] }));
  const choices = [...single, ...negated, ...joined, ...neither, ...against];
  const pairs = pairsOf(choices).filter(([one, other]) => mayMeet(one, other));
  const isMixed = ([, second]: readonly Choice[]) => !single.includes(second);
  const plain = triplesOf(
    single,
    pairs.slice(0, 12).filter((pair) => !isMixed(pair)),
  );
  const mixed = pairs.filter((pair) => isMixed(pair) && single.includes(pair[0]));
  const triples = [...plain, ...triplesOf(single, mixed.slice(0, 12))];
  return [[], ...choices.map((one) => [one]), ...pairs.slice(0, 60), ...triples, ...fours(single)];
}

/** Three choices: "adults or families, from Rome, that volunteer", "in Rome, no Fords, with a driver". */
function triplesOf(single: readonly Choice[], pairs: readonly [Choice, Choice][]): Choice[][] {
  return pairs.flatMap((pair) => {
    const last = Math.max(...pair.map((one) => single.indexOf(one)));
    const others = single.slice(last + 1, 6);
    return last < 0
      ? []
      : others.filter((third) => pair.every((one) => mayMeet(one, third))).map((third) => [...pair, third]);
  });
}

/** "Neither closed nor denied", "not an A or a B": of one field, with a denial before the first. */
function isNeither([one, other]: readonly ConditionLink[], question: LinkedQuestion): boolean {
  if (one.condition.field !== other.condition.field || !isOfTexts(one) || !isOfTexts(other)) return false;
  return isDenied(one, question);
}

/** Four conditions: those of the best choices that share no words. */
function fours(choices: readonly Choice[]): Choice[][] {
  const apart: Choice[] = [];
  for (const one of choices) if (apart.every((other) => mayMeet(one, other))) apart.push(one);
  if (apart.length < 4) return [];
  const some = apart.slice(0, 5);
  return some.length === 4 ? [some] : some.map((_, left) => some.filter((_, at) => at !== left));
}

/** Whether a denying word stands before it, with nothing between that it denies: "not churned and in Rome" are in Rome. */
function isDenied({ condition: { field }, words }: ConditionLink, { tokens, conditions }: LinkedQuestion): boolean {
  const first = firstWord(words);
  const denial = tokens.findLastIndex((_, at) => at < first && denies(tokens, at));
  if (denial < 0) return false;
  const between = maskOf(denial + 1, first);
  const isOther = ({ condition, found }: ConditionLink) =>
    condition.field !== field && (found === 'value' || found === 'flag' || found === 'bound' || found === 'time');
  return !conditions.some((link) => isOther(link) && overlaps(link.words, between));
}

function denies(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at];
  if (text === 'but')
    return /^(all|any|anything|anyone|everything|everyone|none|nothing)$/.test(tokens[at - 1]?.text ?? '');
  return denyingWords.test(text) && !(text === 'than' && !isOther(tokens[at - 1])) && !isPlace(tokens, at);
}

/** "Outside of Oslo" denies, "outside on sunny days" does not. */
function isPlace(tokens: readonly Token[], at: number): boolean {
  return tokens[at].text === 'outside' && /^(on|in|at|during|when)?$/.test(tokens[at + 1]?.text ?? '');
}

/** "Other than" denies, "older than" does not. */
function isOther(token: Token | undefined): boolean {
  return /^(other|rather|else)$/.test(token?.text ?? '');
}

function pairsOf<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]));
}

/** A flag is denied where it is linked. */
export function isDeniedIn(link: ConditionLink, question: LinkedQuestion): boolean {
  return link.found !== 'flag' && isOfTexts(link) && isDenied(link, question);
}

function isOfTexts({ condition: { test } }: ConditionLink): boolean {
  return test === 'is' || test === 'holds';
}

/** Values of one field, and what stands on both sides of "or": "2 or 3 rooms", "in Rome or under 500". */
export function mayJoin(one: ConditionLink, other: ConditionLink, question: LinkedQuestion): boolean {
  if (overlaps(one.words, other.words)) return false;
  if (!isOneOf(one, other)) return mayBeEither(one, other, question);
  return isOfTexts(one) || saysBetween(/^(or|versus|vs|than)$/, one, other, question.tokens);
}

/** Of "4 or 5 days" and of the 200 of "below 200" no number is of another column. */
function mayBeEither(one: ConditionLink, other: ConditionLink, { tokens, conditions }: LinkedQuestion): boolean {
  const isBound = ({ found, words }: ConditionLink) =>
    found === 'number' && conditions.some((link) => link.found === 'bound' && isWithin(words, link.words));
  if (isBound(one) || isBound(other)) return false;
  const isBeside = Math.abs(firstWord(one.words) - firstWord(other.words)) === 2;
  if (isBeside && one.found === 'number' && other.found === 'number') return false;
  return saysBetween(/^or$/, one, other, tokens);
}

/** Not the "or" of "5 or more", which is one bound. */
function saysBetween(joining: RegExp, one: ConditionLink, other: ConditionLink, tokens: readonly Token[]): boolean {
  const [first, last] = [firstWord(one.words), firstWord(other.words)].sort((a, b) => a - b);
  const own = union(one.words, other.words);
  return tokens.some(({ text }, at) => at > first && at < last && joining.test(text) && !hasWord(own, at));
}

function mayMeet(one: Choice, other: Choice): boolean {
  return !excludes(one, other) && !one.links.some((link) => other.links.some((own) => overlaps(link.words, own.words)));
}

/** No cell has two values. */
function excludes(one: Choice, other: Choice): boolean {
  if (one.negated || other.negated) return false;
  const valued = (field: Field) =>
    other.links.some(({ condition }) => condition.test === 'is' && condition.field === field);
  return one.links.some(({ condition }) => condition.test === 'is' && valued(condition.field));
}

const foundAs: Record<Exclude<ConditionLink['found'], 'against'>, Operation> = {
  value: 'value',
  phrase: 'phrase',
  number: 'equal number',
  bound: 'bound',
  time: 'time',
  flag: 'flag',
  missing: 'missing',
  same: 'same',
};

function operationOf({ found, condition }: ConditionLink): Operation {
  if (found !== 'against') return foundAs[found];
  return condition.test === 'against' && condition.operator === '>' ? 'against more' : 'against less';
}

/** Fields of numbers are guessed from the words around them, unlike those of values. */
function partsOfLink(link: ConditionLink, { fields }: LinkedQuestion['table']): number[] {
  const operation = partOf(operationOf(link));
  const isGuessed = ['number', 'bound', 'against', 'same'].includes(link.found);
  return isGuessed
    ? [operation, partOfField('where', fields.indexOf(link.condition.field), fields.length)]
    : [operation];
}

function filter({ table }: LinkedQuestion, choices: readonly Choice[]): RowSet {
  const found: number[] = [];
  for (let row = 0; row < table.rows.length; row += 1)
    if (choices.every((choice) => holds(choice, row))) found.push(row);
  const links = choices.flatMap((one) => one.links);
  const parts = links.flatMap((link) => partsOfLink(link, table));
  if (choices.length === 0) parts.push(partOf('no condition'));
  if (choices.length > 1) parts.push(partOf('two conditions'));
  for (const { links, negated } of choices) {
    if (negated) parts.push(partOf('negated'));
    if (links.length > 1) parts.push(partOf('or'));
  }
  return { choices, found, words: links.reduce((words, link) => union(words, link.words), noWords), parts };
}

function holds({ links, negated }: Choice, row: number): boolean {
  return links.some((link) => link.holds[row] === 1) !== (negated ?? false);
}

/** The first, last, largest and smallest of the rows, as many as a number of the question says. */
function pickRows(question: LinkedQuestion, rows: RowSet): RowSet[] {
  const { table, tokens } = question;
  if (rows.found.length < 2 && table.isWhole) return [];
  return fieldsToPick(question)
    .flatMap(({ field, place }) =>
      [true, false].flatMap((descending) =>
        amountsIn(tokens).map(({ count, skip }) => {
          const pick: Pick = { field, descending, count, ...(skip ? { skip } : {}) };
          const found = pickFrom(rows.found, table.numbers[place] as Float64Array, pick);
          return { ...rows, pick, found, parts: [...rows.parts, ...partsOfPick(pick, place, table.fields.length)] };
        }),
      ),
    )
    .filter(({ found }) => found.length > 0 || !table.isWhole);
}

function partsOfPick({ field, descending, count, skip }: Pick, place: number, fieldCount: number): number[] {
  const isPlace = field.part === 'place';
  const operation = isPlace ? (descending ? 'pick last' : 'pick first') : descending ? 'pick largest' : 'pick smallest';
  return [
    partOf(operation),
    ...(count > 1 ? [partOf('pick several')] : []),
    ...(skip ? [partOf('pick behind')] : []),
    ...(isPlace ? [] : [partOfField('pick', place, fieldCount)]),
  ];
}

/** Named fields come first. */
function fieldsToPick(question: LinkedQuestion): { field: Field; place: number }[] {
  const { table, columns } = question;
  const all = table.fields.map((field, place) => ({ field, place }));
  const sortable = all.filter(
    ({ field, place }) =>
      table.numbers[place] &&
      field.part !== 'place' &&
      !isPartOfYear(field) &&
      mayBeMeant(question, field) &&
      (table.isWhole || !holdsRowNumbers(field.column.name)) &&
      !isOfGroups(field),
  );
  const named = sortable.sort((one, other) => columns[other.field.at].score - columns[one.field.at].score);
  return [...named.slice(0, mostPickFields), all[all.length - 1]];
}

/** All rows that share the extreme value where one is asked for. */
function pickFrom(rows: readonly number[], numbers: Float64Array, { descending, count, skip = 0 }: Pick): number[] {
  const known = rows.filter((row) => !Number.isNaN(numbers[row]));
  const sign = descending ? -1 : 1;
  if (count === 1 && skip === 0) {
    let best = Number.POSITIVE_INFINITY;
    for (const row of known) best = Math.min(best, sign * numbers[row]);
    return known.filter((row) => sign * numbers[row] === best);
  }
  const sorted = known.toSorted((one, other) => sign * (numbers[one] - numbers[other]) || one - other);
  return sorted.slice(skip, skip + count).sort((one, other) => one - other);
}

const mostStepped = 3;

function stepRows({ table }: LinkedQuestion, rows: RowSet): RowSet[] {
  if ((rows.choices.length === 0 && !rows.pick) || rows.found.length > mostStepped || rows.found.length === 0)
    return [];
  const steps: Step[] = rows.pick ? ['next', 'previous'] : ['next', 'previous', 'after', 'before'];
  return steps.flatMap((step) => {
    const found = stepFrom(rows.found, step, table.rows.length);
    return found.length === 0 ? [] : [{ ...rows, step, found, parts: [...rows.parts, partOf(step)] }];
  });
}

function stepFrom(found: readonly number[], step: Step, rowCount: number): number[] {
  const [first, last] = [found[0], found[found.length - 1]];
  if (step === 'after') return Array.from({ length: rowCount - last - 1 }, (_, at) => last + 1 + at);
  if (step === 'before') return Array.from({ length: first }, (_, at) => at);
  const moved = found.map((row) => (step === 'next' ? row + 1 : row - 1));
  return moved.filter((row) => row >= 0 && row < rowCount);
}
