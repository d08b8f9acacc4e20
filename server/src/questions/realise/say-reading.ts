import type { Aggregate, Answer, Condition, Field, Measure, Operator, Reading, Rows } from '../algebra.ts';
import { monthNames, placeWords } from '../words/number-words.ts';

const aggregates: Record<Aggregate, string> = {
  sum: 'total',
  average: 'average',
  median: 'median',
  highest: 'highest',
  lowest: 'lowest',
  spread: 'difference between the highest and the lowest',
};

/** Says in words how a question was read: "City of the rows where country is Peru with the highest population". */
export function sayReading({ rows, answer }: Reading): string {
  const text = `${sayAnswer(answer)}${sayRows(rows, answer.kind === 'values')}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function nameOf({ column, part }: Field): string {
  const name = column.name.replaceAll(/[_\s]+/g, ' ').trim();
  if (part === 'year' && !/year/i.test(name)) return `year of ${name}`;
  if (part === 'month') return `month of ${name}`;
  return part === 'number' ? `number in ${name}` : name;
}

function sayAnswer(answer: Answer): string {
  switch (answer.kind) {
    case 'values':
      return answer.beside ? `${nameOf(answer.field)} and ${nameOf(answer.beside)}` : nameOf(answer.field);
    case 'count':
      return 'number of rows';
    case 'distinct':
      return `number of different values of ${nameOf(answer.field)}`;
    case 'figure':
      return `${aggregates[answer.aggregate]} ${nameOf(answer.field)}`;
    case 'difference':
      return `difference in ${sayMeasure(answer.measure)} between ${sayKind(answer.first)} and ${sayKind(answer.second)}`;
    case 'share':
      return `share of rows where ${sayCondition(answer.of)}`;
    case 'groups':
      return `${sayMeasure(answer.measure)} for each ${nameOf(answer.by)}`;
    case 'top':
      return sayTop(answer);
    case 'having': {
      const rows = `${sayOperator(answer.operator)}${answer.value} ${answer.value === 1 ? 'row' : 'rows'}`;
      return answer.shows === 'count'
        ? `number of different ${nameOf(answer.by)} with ${rows}`
        : `${nameOf(answer.by)} with ${rows}`;
    }
  }
}

function sayMeasure(measure: Measure): string {
  return measure.of === 'rows' ? 'number of rows' : `${aggregates[measure.aggregate]} ${nameOf(measure.field)}`;
}

function sayTop({ by, measure, descending, count, shows }: Extract<Answer, { kind: 'top' }>): string {
  const side = descending ? 'largest' : 'smallest';
  if (count > 1) return `the ${count} ${nameOf(by)} with the ${side} ${sayMeasure(measure)}`;
  return shows === 'label'
    ? `${nameOf(by)} with the ${side} ${sayMeasure(measure)}`
    : `${side} ${sayMeasure(measure)} of a ${nameOf(by)}`;
}

function sayRows({ conditions, pick, step }: Rows, isOfRow: boolean): string {
  const where = conditions.length === 0 ? '' : ` where ${conditions.map(sayCondition).join(' and ')}`;
  if (!pick && !step) return where;
  const row = pick ? sayPick(pick) : 'row';
  const own = `the ${row}${where}`;
  const steps = {
    next: 'the row after ',
    previous: 'the row before ',
    after: 'all rows after ',
    before: 'all rows before ',
  };
  return ` ${isOfRow ? 'of' : 'in'} ${step ? steps[step] : ''}${own}`;
}

function sayPick({ field, descending, count, skip = 0 }: NonNullable<Rows['pick']>): string {
  const several = count > 1 ? `${count} rows` : 'row';
  const behind = placeWords[skip] ?? `${skip + 1}th `;
  if (field.part === 'place')
    return count > 1
      ? `${descending ? 'last' : 'first'} ${several}`
      : `${behind}${descending ? 'last' : skip ? '' : 'first'} row`.replace('  ', ' ');
  return `${several} with the ${behind}${descending ? 'highest' : 'lowest'} ${nameOf(field)}`;
}

export function sayCondition(condition: Condition): string {
  const name = nameOf(condition.field);
  switch (condition.test) {
    case 'is':
      if (condition.field.part === 'month') return `${name} is ${condition.values.map(monthOf).join(' or ')}`;
      return `${name} is ${condition.negated ? 'not ' : ''}${condition.values.map(sayValue).join(' or ')}`;
    case 'holds':
      return `${name} ${condition.negated ? 'does not contain' : 'contains'} ${condition.phrases.map((phrase) => `“${phrase}”`).join(' or ')}`;
    case 'compare':
      if (condition.field.part === 'month') return `${name} is ${monthOf(condition.value)}`;
      return `${name} is ${sayOperator(condition.operator)}${condition.value}`;
    case 'between':
      return `${name} is between ${condition.low} and ${condition.high}`;
    case 'during':
      return `${name} is ${[condition.from && `from ${condition.from}`, condition.before && `before ${condition.before}`].filter(Boolean).join(' and ')}`;
    case 'missing':
      return `${name} is ${condition.negated ? 'not ' : ''}missing`;
    case 'against':
      return `${name} is ${condition.operator === '=' ? 'the same as' : sayOperator(condition.operator).trim()} that of ${sayKind(condition.of)}`;
  }
}

function monthOf(month: unknown): string {
  return monthNames[Number(month) - 1] ?? String(month);
}

/** Rows by the values that name them, where these do: "Rome". */
function sayKind(condition: Condition): string {
  if (condition.test === 'is' && !condition.negated) return condition.values.map(sayValue).join(' or ');
  return `the row where ${sayCondition(condition)}`;
}

function sayValue(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

function sayOperator(operator: Operator): string {
  return { '=': '', '<': 'less than ', '<=': 'at most ', '>': 'more than ', '>=': 'at least ' }[operator];
}
