import {
  type Aggregate,
  type Answer,
  type Condition,
  type Field,
  isOfYear,
  isPartOfYear,
  isPeriod,
  type Measure,
  type Operator,
  type Reading,
  type Rows,
} from '../algebra.ts';
import { namePart, placeWords } from '../words/number-words.ts';
import { sayDuring } from './say-times.ts';

const aggregates: Record<Exclude<Aggregate, 'own'>, string> = {
  sum: 'total',
  average: 'average',
  median: 'median',
  highest: 'highest',
  lowest: 'lowest',
  spread: 'difference between the highest and the lowest',
};

/** "Total of total price": a name that says a figure itself is not said as part of it. */
function sayFigure(field: Field, aggregate: Aggregate): string {
  const name = nameOf(field);
  if (aggregate === 'own') return name;
  if (field.kind === 'date' && (aggregate === 'highest' || aggregate === 'lowest'))
    return `${sayEnd(field, aggregate === 'highest')} ${name}`;
  return `${aggregates[aggregate]}${/^(total|avg|average|mean|median|max|min)\b/i.test(name) ? ' of' : ''} ${name}`;
}

/** The largest of dates is the latest. */
function sayEnd({ kind }: Field, descending: boolean): string {
  if (kind === 'date') return descending ? 'latest' : 'earliest';
  return descending ? 'highest' : 'lowest';
}

/** Says in words how a question was read: "City of the rows where country is Peru with the highest population". */
export function sayReading(reading: Reading): string {
  const text = textOf(reading);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same within a sentence, without an article. */
export function nameReading(reading: Reading): string {
  return textOf(reading).replace(/^the /, '');
}

function textOf({ rows, answer }: Reading): string {
  const { pick, step, conditions } = rows;
  const isOwnEnd = answer.kind === 'values' && !answer.beside && answer.field === pick?.field && !step;
  if (isOwnEnd && pick.field.kind === 'date' && pick.count === 1 && !pick.skip)
    return `${sayEnd(pick.field, pick.descending)} ${nameOf(pick.field)}${sayRows({ conditions }, 'values')}`;
  const of = answer.kind === 'values' || answer.kind === 'rows' ? answer.kind : 'figures';
  // "The share of rows where churn is yes among rows where plan is monthly"
  const among = answer.kind === 'share' && rows.conditions.length > 0 ? ' among rows' : '';
  return `${sayAnswer(answer)}${among}${sayRows(rows, of)}`;
}

function nameOf({ column, part }: Field): string {
  const name = column.name.replaceAll(/[_\s]+/g, ' ').trim();
  if (part === 'year' && !/year/i.test(name)) return /^(date|day|time)$/i.test(name) ? 'year' : `year of ${name}`;
  if (isPartOfYear({ part }) || isPeriod({ part })) {
    const called = part === 'weekday' ? 'day of the week' : part.replace('each ', '');
    return /^(date|day|time)$/i.test(name) ? called : `${called} of ${name}`;
  }
  return part === 'number' ? `number in ${name}` : name;
}

function sayAnswer(answer: Answer): string {
  switch (answer.kind) {
    case 'values':
      return sayList([answer.field, ...(answer.beside ?? [])].map(nameOf));
    case 'rows':
      return '';
    case 'count':
      return 'number of rows';
    case 'distinct':
      return `number of distinct values of ${nameOf(answer.field)}`;
    case 'figure':
      return sayFigure(answer.field, answer.aggregate);
    case 'figures':
      return sayList(answer.measures.map(sayMeasure));
    case 'difference':
      return `difference in ${sayMeasure(answer.measure)} between ${saySides(answer)}`;
    case 'share':
      return `share of ${sayWhole(answer.summed)} where ${sayCondition(answer.of)}`;
    case 'groups':
      return `${sayList([answer.measure, ...(answer.more ?? [])].map(sayMeasure))} for each ${nameOf(answer.by)}${answer.and ? ` and ${nameOf(answer.and)}` : ''}`;
    case 'top':
      return sayTop(answer);
    case 'having': {
      const bound = `${sayOperator(answer.operator)}${answer.value}`;
      const rows =
        answer.measure.of === 'rows'
          ? `${bound} ${answer.value === 1 ? 'row' : 'rows'}`
          : `${sayMeasure(answer.measure)} of ${bound}`;
      return answer.shows === 'count'
        ? `number of distinct values of ${nameOf(answer.by)} with ${rows}`
        : `${nameOf(answer.by)} with ${rows}`;
    }
  }
}

/** "A, b and c". */
function sayList(all: readonly string[]): string {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

export function sayMeasure(measure: Measure): string {
  if (measure.of === 'rows') return 'number of rows';
  if (measure.of === 'distinct') return `number of distinct values of ${nameOf(measure.field)}`;
  if (measure.of === 'field') return sayFigure(measure.field, measure.aggregate);
  const { condition, summed } = measure;
  if (condition) return `percentage of ${sayWhole(summed)} where ${sayCondition(condition)}`;
  return `percentage of ${summed ? sayWhole(summed) : 'all rows'}`;
}

/** What a share is of. */
export function sayWhole(summed: Field | undefined): string {
  return summed ? sayFigure(summed, 'sum') : 'rows';
}

/** "Rome and Oslo", or those that a condition holds for and the others. */
function saySides({ first, second }: Extract<Answer, { kind: 'difference' }>): string {
  if (isOfYear(first) && isOfYear(second)) return `${first.value} and ${second.value}`;
  const isOthers = first.field === second.field && (isNegated(first) !== isNegated(second) || first.test === 'compare');
  return isOthers ? `rows where ${sayCondition(first)} and the others` : `${sayKind(first)} and ${sayKind(second)}`;
}

function isNegated(condition: Condition): boolean {
  return 'negated' in condition && condition.negated === true;
}

function sayTop({ by, measure, descending, count, shows, each }: Extract<Answer, { kind: 'top' }>): string {
  const side = descending ? 'highest' : 'lowest';
  const most =
    measure.of === 'rows'
      ? `${descending ? 'most' : 'fewest'} rows`
      : `${side} ${isEndOf(measure, side) ? sayMeasure(measure).slice(side.length + 1) : sayMeasure(measure)}`;
  if (each) return `${nameOf(by)} with the ${most} for each ${nameOf(each)}`;
  if (count > 1) return `the ${count} values of ${nameOf(by)} with the ${most}`;
  return shows === 'label' ? `${nameOf(by)} with the ${most}` : `${side} ${sayMeasure(measure)} of a ${nameOf(by)}`;
}

/** The highest of what is highest in each group is said once. */
function isEndOf(measure: Measure, side: 'highest' | 'lowest'): boolean {
  return measure.of === 'field' && measure.aggregate === side;
}

/** Which rows: of whose values, of whose figures, or the rows themselves. */
function sayRows({ conditions, pick, step }: Rows, of: 'values' | 'rows' | 'figures'): string {
  const where = conditions.length === 0 ? '' : ` where ${sayConditions(conditions)}`;
  if (!pick && !step) return of === 'rows' ? `the rows${where}` : where;
  const row = pick ? sayPick(pick) : 'row';
  const own = `the ${row}${where}`;
  const steps = {
    next: 'the row after ',
    previous: 'the row before ',
    after: 'all rows after ',
    before: 'all rows before ',
  };
  // "The city with the highest population", of no row
  if (of === 'values' && !step && pick && pick.count === 1 && pick.field.part !== 'place')
    return own.replace(/^the row/, '');
  const which = `${step ? steps[step] : ''}${own}`;
  return of === 'rows' ? which : ` ${of === 'values' ? 'of' : 'in'} ${which}`;
}

/** "City is Rome, rooms is more than 2 and price is less than 500". */
export function sayConditions(conditions: readonly Condition[]): string {
  return sayList(conditions.map(sayCondition));
}

function sayPick({ field, descending, count, skip = 0 }: NonNullable<Rows['pick']>): string {
  const several = count > 1 ? `${count} rows` : 'row';
  const behind = placeWords[skip] ?? `${skip + 1}th `;
  if (field.part === 'place')
    return count > 1
      ? `${descending ? 'last' : 'first'} ${several}`
      : `${behind}${descending ? 'last' : skip ? '' : 'first'} row`.replace('  ', ' ');
  return `${several} with the ${behind}${sayEnd(field, descending)} ${nameOf(field)}`;
}

export function sayCondition(condition: Condition): string {
  const name = nameOf(condition.field);
  switch (condition.test) {
    case 'is':
      if (isPartOfYear(condition.field)) return sayPart(condition.field, condition.values);
      if (condition.field.column.formula !== undefined && condition.field.kind === 'boolean')
        return sayTaught(condition);
      return `${name} is ${condition.negated ? 'not ' : ''}${sayValues(condition.values)}`;
    case 'holds':
      return `${name} ${condition.negated ? 'does not contain' : 'contains'} ${condition.phrases.map((phrase) => `“${phrase}”`).join(' or ')}`;
    case 'compare':
      if (isPartOfYear(condition.field) && condition.operator === '=')
        return sayPart(condition.field, [condition.value]);
      if (condition.field.part === 'year' && condition.operator === '=')
        return `${condition.field.column.name} is in ${condition.value}`;
      return `${name} is ${sayOperator(condition.operator)}${condition.value}`;
    case 'between':
      return `${name} is between ${condition.low} and ${condition.high}`;
    case 'during':
      return `${name} is ${sayDuring(condition)}`;
    case 'missing':
      return `${name} is ${condition.negated ? 'not ' : ''}missing`;
    case 'either':
      return condition.of.map(sayCondition).join(' or ');
    case 'against':
      return `${name} is ${condition.operator === '=' ? 'the same as' : sayOperator(condition.operator).trim()} that of ${sayKind(condition.of)}`;
  }
}

/** A test that was taught: "churned", "not churned". */
function sayTaught({ field, values, negated = false }: Extract<Condition, { test: 'is' }>): string {
  return `${values.includes(true) === negated ? 'not ' : ''}${field.column.name}`;
}

/** "Date is on Monday or Tuesday", "date is in May". */
function sayPart({ column, part }: Field, values: readonly unknown[]): string {
  const how = { weekday: 'on', hour: 'in hour' }[part as string] ?? 'in';
  return `${column.name} is ${how} ${values.map((value) => namePart(part, value)).join(' or ')}`;
}

/** Rows by the values that name them, where these do: "Rome". */
function sayKind(condition: Condition): string {
  if (condition.test === 'is' && !condition.negated) return condition.values.map(sayValue).join(' or ');
  return `the row where ${sayCondition(condition)}`;
}

/** "Rome" and "ROME " are said once. */
function sayValues(values: readonly unknown[]): string {
  const said = new Map(values.map(sayValue).map((value) => [value.trim().toLowerCase(), value.trim()]));
  return [...said.values()].join(' or ');
}

function sayValue(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

function sayOperator(operator: Operator): string {
  return { '=': '', '<': 'less than ', '<=': 'at most ', '>': 'more than ', '>=': 'at least ' }[operator];
}
