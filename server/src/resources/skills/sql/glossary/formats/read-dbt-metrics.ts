import type { GlossaryEntry } from '../entry.ts';
import { type DbtModels, figure, type Measure } from './dbt-figures.ts';
import type { Unmapped } from './semantics.ts';
import { listOf, type Tree, textOf, treeOf } from './trees.ts';

/** Reads metrics of dbt; those that need other metrics come after these. */
export function readDbtMetrics(
  metrics: readonly Tree[],
  models: DbtModels,
): { glossary: GlossaryEntry[]; unmapped: Unmapped[] } {
  const known = new Map<string, Measure>();
  const reasons = new Map<string, string>();
  // A derived metric may be of others that follow it
  for (let round = 0; round < mostRounds; round += 1) {
    const before = known.size;
    for (const metric of metrics) {
      const name = textOf(metric.name) ?? '';
      if (known.has(name)) continue;
      const read = readMetric(metric, { ...models, known });
      if (typeof read === 'string') reasons.set(name, read);
      else known.set(name, read);
    }
    if (known.size === before) break;
  }
  const glossary = metrics.flatMap((metric) => {
    const own = known.get(textOf(metric.name) ?? '');
    return own ? [figure(metric, own.table, own.sql)] : [];
  });
  const left = [...reasons].filter(([name]) => !known.has(name));
  return { glossary, unmapped: left.map(([name, why]) => ({ what: `metrics/${name}`, why })) };
}

const mostRounds = 5;

type Known = DbtModels & { known: ReadonlyMap<string, Measure> };

/** Returns the SQL of a metric, or why it has none. */
function readMetric(metric: Tree, known: Known): Measure | string {
  const { type = 'simple', type_params, filter } = metric;
  const params = treeOf(type_params);
  if (type === 'simple') return readInput(params.measure, known, known.measures, [filter]);
  if (type === 'ratio') {
    const parts = [params.numerator, params.denominator].map((one) => readInput(one, known, known.known, [filter]));
    const [first, second] = parts;
    if (typeof first === 'string' || typeof second === 'string')
      return parts.find((one) => typeof one === 'string') as string;
    if (first.table !== second.table) return 'is of two tables';
    return { table: first.table, sql: `1.0 * ${first.sql} / nullif(${second.sql}, 0)` };
  }
  return type === 'derived' ? readDerived(params, known, filter) : `metrics of type ${type} are not known`;
}

function readDerived(params: Tree, known: Known, filter: unknown): Measure | string {
  const inputs = new Map<string, string>();
  const tables = new Set<string>();
  for (const input of listOf(params.metrics)) {
    if (input.offset_window || input.offset_to_grain) return 'offsets in time are not known';
    const read = readInput(input, known, known.known, [filter]);
    if (typeof read === 'string') return read;
    inputs.set(textOf(input.alias) ?? textOf(input.name) ?? '', `(${read.sql})`);
    tables.add(read.table);
  }
  const [table] = tables;
  const sql = (textOf(params.expr) ?? '').replaceAll(/[\p{L}\p{N}_]+/gu, (name) => inputs.get(name) ?? name);
  return tables.size === 1 ? { table, sql } : 'is of more tables than one';
}

/** An input is a name, or a name with a filter. */
function readInput(
  given: unknown,
  { dimensions }: DbtModels,
  among: ReadonlyMap<string, Measure>,
  filters: readonly unknown[],
): Measure | string {
  const own = treeOf(given);
  const name = textOf(given) ?? textOf(own.name) ?? '';
  const found = among.get(name);
  if (!found) return `${name || 'its measure'} is not known here`;
  const all = [own.filter, ...filters]
    .flatMap((one) => (Array.isArray(one) ? one : [one]))
    .flatMap((one) => textOf(one) ?? []);
  if (all.length === 0) return found;
  if (/\bFILTER\b|[-+*/]/.test(outsideOfBrackets(found.sql))) return 'a filter of a ratio has no one expression';
  const tests = all.map((text) => readFilter(text, dimensions));
  const strange = tests.find((test) => test.includes('{{'));
  if (strange !== undefined) return `its filter has ${strange.slice(0, 60)}`;
  return { ...found, sql: `${found.sql} FILTER (WHERE ${tests.join(' AND ')})` };
}

function outsideOfBrackets(sql: string): string {
  const [open, close] = [sql.indexOf('('), sql.lastIndexOf(')')];
  return open >= 0 && open < close ? sql.slice(0, open) + sql.slice(close + 1) : sql;
}

/** `{{ Dimension('order__is_food') }} = true`. */
function readFilter(text: string, dimensions: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /\{\{\s*(?:Dimension|TimeDimension)\(\s*['"]([^'"{}]+)['"][^){}]*\)\s*\}\}/g,
    (whole, name: string) => dimensions.get(name) ?? dimensions.get(name.split('__').at(-1) ?? '') ?? whole,
  );
}
