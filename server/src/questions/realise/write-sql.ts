import {
  type Answer,
  type Condition,
  type Field,
  isOfTime,
  type Measure,
  type Pick,
  type Reading,
  type Rows,
  type Step,
} from '../algebra.ts';
import type { Column } from '../profile.ts';
import { literal, quoteName, type Relation, relationOf } from '../words/quoting.ts';
import { sayMeasure } from './say-reading.ts';
import { aggregateOf, conditionOf, expressionOf, measureOf, place, shareOf } from './sql-parts.ts';

/** Rows of an answer: one more than a skill lets through, so that what is cut is known to be. */
const mostShown = 1001;
/** A column that tells how many values or groups there are, of which an answer may have the first. */
export const groupCount = 'group_count';
const counted = `count(*) OVER () AS "${groupCount}"`;

/** A table, with its columns where whole rows are told. */
interface Table extends Relation {
  columns?: readonly Column[];
}

/** Writes one SELECT of DuckDB. Names and texts are quoted; no text of the question is copied unquoted. */
export function writeSql({ rows, answer }: Reading, profile: Table): string {
  const { steps, found } = writeRows(rows, relationOf(profile));
  const { before, select } = writeAnswer(answer, found, rows, columnsOf(profile));
  const joined: Named[] = profile.from === undefined ? [] : [[relationOf(profile), profile.from]];
  const named = [...joined, ...steps, ...before];
  const lead = named.length > 0 ? `WITH ${named.map(([label, query]) => `${label} AS (${query})`).join(',\n')}\n` : '';
  return `${lead}${select}`;
}

type Named = [label: string, query: string];

/** Where the rows come from: the table, or the last of some steps. */
interface Source {
  from: string;
  where: string;
}

function writeRows({ conditions, pick, step }: Rows, table: string): { steps: Named[]; found: Source } {
  const where = whereOf(conditions, table);
  if (!pick && !step) return { steps: [], found: { from: table, where } };
  const steps: Named[] = [];
  const source = step || pick?.field.part === 'place' ? 'numbered' : table;
  if (source === 'numbered') steps.push([source, `SELECT *, row_number() OVER () AS ${place} FROM ${table}`]);
  steps.push(['chosen', `SELECT * FROM ${source}${where}`]);
  if (pick) steps.push(['picked', writePick(pick)]);
  if (step) steps.push(['moved', writeStep(step, pick ? 'picked' : 'chosen')]);
  return { steps, found: { from: step ? 'moved' : 'picked', where: '' } };
}

function whereOf(conditions: readonly Condition[], table: string): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.map((one) => conditionOf(one, table)).join(' AND ')}`;
}

function writePick({ field, descending, count, skip = 0 }: Pick): string {
  const value = expressionOf(field);
  if (count === 1 && skip === 0)
    return `SELECT * FROM chosen WHERE ${value} = (SELECT ${descending ? 'max' : 'min'}(${value}) FROM chosen)`;
  const offset = skip > 0 ? ` OFFSET ${skip}` : '';
  return `SELECT * FROM chosen WHERE ${value} IS NOT NULL ORDER BY ${value} ${descending ? 'DESC' : 'ASC'} LIMIT ${count}${offset}`;
}

function writeStep(step: Step, from: string): string {
  const tests: Record<Step, string> = {
    next: `IN (SELECT ${place} + 1 FROM ${from})`,
    previous: `IN (SELECT ${place} - 1 FROM ${from})`,
    after: `> (SELECT max(${place}) FROM ${from})`,
    before: `< (SELECT min(${place}) FROM ${from})`,
  };
  return `SELECT * FROM numbered WHERE ${place} ${tests[step]}`;
}

function orderOf({ field, descending }: Pick): string {
  return ` ORDER BY ${expressionOf(field)}${descending ? ' DESC' : ''}`;
}

interface Written {
  before: Named[];
  select: string;
}

function writeAnswer(answer: Answer, { from, where }: Source, { pick, step }: Rows, columns: string): Written {
  const and = where === '' ? ' WHERE' : `${where} AND`;
  const only = (select: string): Written => ({ before: [], select });
  switch (answer.kind) {
    case 'count':
      return only(`SELECT count(*) AS "rows" FROM ${from}${where}`);
    case 'rows': {
      const order = pick && pick.count > 1 ? orderOf(pick) : '';
      const all = answer.counted ? `, (SELECT count(*) FROM ${from}${where}) AS "${groupCount}"` : '';
      return only(`SELECT ${columns}${all} FROM ${from}${where}${order} LIMIT ${mostShown}`);
    }
    case 'values': {
      const value = expressionOf(answer.field);
      const order = pick && pick.count > 1 ? `min(${expressionOf(pick.field)})${pick.descending ? ' DESC' : ''}` : '1';
      const fields = [answer.field, ...(answer.beside ?? [])];
      const ends =
        pick && showsEnd(answer, { pick, step })
          ? [`min(${expressionOf(pick.field)}) AS ${quoteName(pick.field.column.name)}`]
          : [];
      const shown = `SELECT ${[...fields.map(named), ...ends].join(', ')}, count(*) AS "rows", ${counted} FROM ${from}`;
      const groups = fields.map((_, at) => at + 1).join(', ');
      return only(`${shown}${and} ${value} IS NOT NULL GROUP BY ${groups} ORDER BY ${order} LIMIT ${mostShown}`);
    }
    case 'distinct':
      return only(`SELECT count(DISTINCT ${expressionOf(answer.field)}) AS "values" FROM ${from}${where}`);
    case 'figure': {
      const known = `count(${answer.aggregate === 'own' ? '*' : expressionOf(answer.field)}) AS "rows"`;
      return only(`SELECT ${aggregateOf(answer.field, answer.aggregate)} AS "figure", ${known} FROM ${from}${where}`);
    }
    case 'figures': {
      const all = answer.measures.map((measure, at) => `${measureOf(measure, from)} AS "figure ${at + 1}"`);
      return only(`SELECT ${all.join(', ')}, count(*) AS "rows" FROM ${from}${where}`);
    }
    case 'difference': {
      const side = (condition: Condition) =>
        `(SELECT ${measureOf(answer.measure, from)} FROM ${from}${and} ${conditionOf(condition, from)})`;
      return only(`SELECT abs(${side(answer.first)} - ${side(answer.second)}) AS "difference"`);
    }
    case 'share':
      return only(`SELECT ${shareOf(answer, from)} AS "percent" FROM ${from}${where}`);
    default:
      return writeGroups(answer, from, and);
  }
}

/** "The oldest member" is told with the age. */
export function showsEnd(
  answer: Extract<Answer, { kind: 'values' }>,
  { pick, step }: Omit<Rows, 'conditions'>,
): boolean {
  if (!pick || step || pick.field.part !== 'whole' || pick.field.kind !== 'number') return false;
  return ![answer.field, ...(answer.beside ?? [])].some(({ at }) => at === pick.field.at);
}

/** What the rows have themselves: neither their place nor what was taught or worked out. */
function columnsOf({ columns = [] }: Table): string {
  const own = columns.filter(({ formula }) => formula === undefined);
  return own.length === 0 ? '*' : own.map(({ name }) => quoteName(name)).join(', ');
}

function named(field: Field): string {
  return `${expressionOf(field)} AS ${quoteName(field.column.name)}`;
}

/** A measure for each pair of values, in the order of these. */
function writePairs(
  { by, measure }: Extract<Answer, { kind: 'groups' }>,
  other: Field,
  from: string,
  and: string,
): string {
  const known = `${and} ${expressionOf(by)} IS NOT NULL AND ${expressionOf(other)} IS NOT NULL`;
  const select = `SELECT ${named(by)}, ${named(other)}, ${measureOf(measure, from)} AS ${nameFigure(measure, by, other)}, ${counted} FROM ${from}${known}`;
  return `${select} GROUP BY 1, 2 HAVING ${measureOf(measure, from)} IS NOT NULL ORDER BY 1, 2 LIMIT ${mostShown}`;
}

/** The first group for each value of another field, those that are as large included. */
function writeEach(
  { by, measure, descending }: Extract<Answer, { kind: 'top' }>,
  each: Field,
  from: string,
  and: string,
): Written {
  const figure = measureOf(measure, from);
  const known = `${and} ${expressionOf(each)} IS NOT NULL AND ${expressionOf(by)} IS NOT NULL`;
  const place = `rank() OVER (PARTITION BY ${expressionOf(each)} ORDER BY ${figure}${descending ? ' DESC' : ''}) AS "place"`;
  const name = nameFigure(measure, each, by);
  const ranked = `SELECT ${named(each)}, ${named(by)}, ${figure} AS ${name}, ${place} FROM ${from}${known} GROUP BY 1, 2 HAVING ${figure} IS NOT NULL`;
  const [first, second] = [each, by].map(({ column }) => quoteName(column.name));
  const select = `SELECT ${first}, ${second}, ${name}, ${counted} FROM ranked WHERE "place" = 1 ORDER BY 1, 2 LIMIT ${mostShown}`;
  return { before: [['ranked', ranked]], select };
}

const longestName = 60;

/** The name of a figure's column, by which charts and steps show it: what it is, unless that is long or a group's name. */
function nameFigure(measure: Measure, ...groups: readonly Field[]): string {
  const name = sayMeasure(measure);
  const isTaken = groups.some(({ column }) => column.name.toLowerCase() === name.toLowerCase());
  return quoteName(isTaken || name.length > longestName ? 'figure' : name);
}

function writeGroups(
  answer: Extract<Answer, { kind: 'groups' | 'top' | 'having' }>,
  from: string,
  and: string,
): Written {
  const label = expressionOf(answer.by);
  const measure = measureOf(answer.measure, from);
  if (answer.kind === 'groups' && answer.and) return { before: [], select: writePairs(answer, answer.and, from, and) };
  if (answer.kind === 'top' && answer.each) return writeEach(answer, answer.each, from, and);
  const more = answer.kind === 'groups' ? (answer.more ?? []) : [];
  const others = more.map((one) => `, ${measureOf(one, from)} AS ${quoteName(sayMeasure(one))}`).join('');
  const figure = nameFigure(answer.measure, answer.by);
  const grouped: Named = [
    'grouped',
    `SELECT ${label} AS ${quoteName(answer.by.column.name)}, ${measure} AS ${figure}${others} FROM ${from}${and} ${label} IS NOT NULL GROUP BY 1`,
  ];
  const kept = `SELECT * FROM grouped WHERE ${figure} IS NOT NULL`;
  const all = `SELECT *, ${counted} FROM grouped`;
  if (answer.kind === 'groups') {
    const order = isOfTime(answer.by) ? '1' : '2 DESC, 1';
    return { before: [grouped], select: `${all} WHERE ${figure} IS NOT NULL ORDER BY ${order} LIMIT ${mostShown}` };
  }
  if (answer.kind === 'having') {
    const test = `${figure} ${answer.operator} ${literal(answer.value)}`;
    if (answer.shows === 'count')
      return { before: [grouped], select: `SELECT count(*) AS "groups" FROM grouped WHERE ${test}` };
    return { before: [grouped], select: `${all} WHERE ${test} ORDER BY 2 DESC, 1 LIMIT ${mostShown}` };
  }
  const extreme = `(SELECT ${answer.descending ? 'max' : 'min'}(${figure}) FROM grouped)`;
  if (answer.shows === 'measure') return { before: [grouped], select: `SELECT ${extreme} AS "figure"` };
  if (answer.count > 1)
    return {
      before: [grouped],
      select: `${kept} ORDER BY 2 ${answer.descending ? 'DESC' : 'ASC'}, 1 LIMIT ${answer.count}`,
    };
  return { before: [grouped], select: `${kept} AND ${figure} = ${extreme} ORDER BY 1 LIMIT ${mostShown}` };
}
