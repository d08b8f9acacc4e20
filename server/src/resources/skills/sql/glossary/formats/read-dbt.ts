import type { GlossaryEntry } from '../entry.ts';
import { isAggregate } from '../expression.ts';
import { type DbtModels, figure, metaOf } from './dbt-figures.ts';
import { readDbtMetrics } from './read-dbt-metrics.ts';
import type { ReadSemantics, Unmapped } from './semantics.ts';
import { listOf, spoken, synonymsOf, type Tree, textOf, textsOf, treeOf } from './trees.ts';

const aggregates = new Map<unknown, (expr: string) => string>([
  ['sum', (expr) => `sum(${expr})`],
  ['average', (expr) => `avg(${expr})`],
  ['min', (expr) => `min(${expr})`],
  ['max', (expr) => `max(${expr})`],
  ['median', (expr) => `median(${expr})`],
  ['count', (expr) => `count(${expr})`],
  ['count_distinct', (expr) => `count(DISTINCT ${expr})`],
  ['sum_boolean', (expr) => `sum(CASE WHEN ${expr} THEN 1 ELSE 0 END)`],
]);

/** Reads semantic models and metrics of dbt: measures and metrics are figures, dimensions names and tests. */
export function readDbt(tree: Tree): ReadSemantics {
  const models: DbtModels = { measures: new Map(), dimensions: new Map() };
  const glossary: GlossaryEntry[] = [];
  const unmapped: Unmapped[] = [];
  const times: [string, string][] = [];
  for (const model of listOf(tree.semantic_models)) {
    const name = textOf(model.name) ?? 'unnamed';
    const table = tableOf(model) ?? name;
    const what = (part: string) => `semantic_models/${name}/${part}`;
    const dimensions = listOf(model.dimensions);
    for (const dimension of dimensions) {
      const own = textOf(dimension.name) ?? '';
      const sql = textOf(dimension.expr) ?? own;
      for (const entity of ['', ...listOf(model.entities).map((one) => `${textOf(one.name) ?? ''}__`)])
        models.dimensions.set(`${entity}${own}`, sql);
      const entry = entryOfDimension(dimension, table);
      if (entry) glossary.push(entry);
    }
    for (const measure of listOf(model.measures)) {
      const own = textOf(measure.name) ?? '';
      const sql = aggregates.get(textOf(measure.agg))?.(textOf(measure.expr) ?? own);
      if (sql === undefined)
        unmapped.push({ what: what(own), why: `aggregation ${measure.agg} has no one expression` });
      else {
        models.measures.set(own, { table, sql });
        glossary.push(figure(measure, table, sql));
      }
      if (measure.non_additive_dimension)
        unmapped.push({ what: what(own), why: 'non-additive dimensions are not known' });
    }
    const time = textOf(treeOf(model.defaults).agg_time_dimension);
    const column = dimensions.find((one) => one.name === time)?.expr ?? time;
    if (textOf(column) && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(String(column))) times.push([table, String(column)]);
    for (const entity of listOf(model.entities))
      if (entity.type === 'foreign')
        unmapped.push({ what: what(String(entity.name)), why: 'joins are found by their keys' });
  }
  const metrics = readDbtMetrics(listOf(tree.metrics), models);
  for (const key of Object.keys(tree))
    if (!['version', 'semantic_models', 'metrics'].includes(key))
      unmapped.push({ what: key, why: 'is not of a glossary' });
  return {
    glossary: distinct([...metrics.glossary, ...glossary]),
    ...(times.length > 0 ? { time_columns: Object.fromEntries(times) } : {}),
    unmapped: [...unmapped, ...metrics.unmapped],
  };
}

/** `ref('orders')`. */
function tableOf(model: Tree): string | undefined {
  return /ref\(\s*['"](?:[^'"]*['"]\s*,\s*['"])?([^'"]+)['"]\s*\)/.exec(textOf(model.model) ?? '')?.[1];
}

function entryOfDimension(dimension: Tree, table: string): GlossaryEntry | undefined {
  const name = textOf(dimension.name) ?? '';
  const sql = textOf(dimension.expr) ?? name;
  const term = textOf(dimension.label) ?? spoken(name);
  const meta = metaOf(dimension);
  const isColumn = /^"?[\p{L}_][\p{L}\p{N}_ ]*"?$/u.test(sql);
  const synonyms = synonymsOf(term, [...(isColumn ? [] : [name]), ...textsOf(meta.synonyms)]);
  if (isColumn && sql === name && term === spoken(name) && !synonyms.synonyms) return undefined;
  if (isAggregate(sql) || term.length < 2) return undefined;
  return isColumn
    ? { term, means: `${table}.${sql.replaceAll('"', '')}`, ...synonyms }
    : { term, sql, table, ...synonyms };
}

/** A metric has the name of its measure often: the metric is kept. */
function distinct(entries: readonly GlossaryEntry[]): GlossaryEntry[] {
  const known = new Set<string>();
  return entries.flatMap((entry) => {
    if (known.has(entry.term.toLowerCase())) return [];
    known.add(entry.term.toLowerCase());
    const synonyms = (entry.synonyms ?? []).filter((word) => !known.has(word.toLowerCase()));
    for (const word of synonyms) known.add(word.toLowerCase());
    const { synonyms: _, ...rest } = entry;
    return [synonyms.length > 0 ? { ...rest, synonyms } : rest];
  });
}
