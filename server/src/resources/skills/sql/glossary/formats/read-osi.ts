import type { GlossaryEntry, VerifiedQuestion } from '../entry.ts';
import { isAggregate } from '../expression.ts';
import type { ReadSemantics, Unmapped } from './semantics.ts';
import { listOf, spoken, synonymsOf, type Tree, textOf, textsOf, treeOf } from './trees.ts';

/** Dialects whose expressions are tried, the most fitting first. */
const dialects = ['DUCKDB', 'POSTGRESQL', 'ANSI_SQL'];
/** The name under which verified questions are kept in a document. */
export const vendor = 'SIBYL';

/** Reads semantic models of Open Semantic Interchange: fields are names and tests, metrics are figures. */
export function readOsi(tree: Tree): ReadSemantics {
  const found: ReadSemantics & { glossary: GlossaryEntry[]; verified: VerifiedQuestion[] } = {
    ...{ glossary: [], verified: [], unmapped: [] },
  };
  const times: [string, string][] = [];
  for (const model of listOf(tree.semantic_model)) {
    const tables = new Map<string, string>();
    for (const dataset of listOf(model.datasets)) {
      const name = textOf(dataset.name) ?? 'unnamed';
      const table = tableOf(dataset);
      if (table === undefined)
        found.unmapped.push({ what: `datasets/${name}`, why: 'its source is a query, not a table' });
      else readDataset(dataset, table, { ...found, times });
      tables.set(name, table ?? name);
    }
    for (const metric of listOf(model.metrics)) {
      const read = readMetric(metric, tables);
      if ('why' in read) found.unmapped.push(read);
      else found.glossary.push(read);
    }
    for (const { name } of listOf(model.relationships))
      found.unmapped.push({ what: `relationships/${name}`, why: 'joins are found by their keys' });
    readExtensions(model, found);
  }
  const { verified, ...rest } = found;
  return {
    ...rest,
    ...(verified.length > 0 ? { verified } : {}),
    ...(times.length > 0 ? { time_columns: Object.fromEntries(times) } : {}),
  };
}

/** The last part of `database.schema.table`. */
function tableOf(dataset: Tree): string | undefined {
  const source = textOf(dataset.source) ?? textOf(dataset.name) ?? '';
  return /\s/.test(source) ? undefined : source.split('.').at(-1)?.replaceAll('"', '');
}

interface Found {
  glossary: GlossaryEntry[];
  unmapped: Unmapped[];
  times: [string, string][];
}

function readDataset(dataset: Tree, table: string, { glossary, unmapped, times }: Found): void {
  const fields = listOf(dataset.fields);
  for (const field of fields) {
    const name = textOf(field.name) ?? '';
    const sql = expressionOf(field);
    const what = `datasets/${dataset.name}/${name}`;
    if (sql === undefined) unmapped.push({ what, why: 'has no expression in ANSI SQL' });
    else if (isAggregate(sql)) unmapped.push({ what, why: 'an aggregate is a metric' });
    else glossary.push(...entriesOf(field, name, withoutTable(sql, String(dataset.name)), table));
  }
  const dated = fields.filter(({ dimension }) => treeOf(dimension).is_time === true);
  const column = dated.length === 1 ? expressionOf(dated[0]) : undefined;
  if (column !== undefined && isColumn(column)) times.push([table, bare(column)]);
}

/** A column that is called like itself needs no entry. */
function entriesOf(field: Tree, name: string, sql: string, table: string): GlossaryEntry[] {
  const own = labelOf(field);
  const term = own ?? spoken(name);
  const given = synonymsIn(field);
  const isSame = isColumn(sql) && spoken(bare(sql)).toLowerCase() === term.toLowerCase();
  if (term.length < 2 || (isSame && given.length === 0)) return [];
  if (!isColumn(sql)) return [{ term, sql, table, ...synonymsOf(term, [...(own ? [name] : []), ...given]) }];
  const [first, ...others] = isSame ? given : [term, ...given];
  return [{ term: first, means: `${table}.${bare(sql)}`, ...synonymsOf(first, others) }];
}

/** `filter` and the like are categories, not names. */
function labelOf({ label }: Tree): string | undefined {
  const text = textOf(label);
  return text === undefined || /^(filter|dimension|fact|measure|metric)s?$/i.test(text) ? undefined : text;
}

function readMetric(metric: Tree, tables: ReadonlyMap<string, string>): GlossaryEntry | Unmapped {
  const name = textOf(metric.name) ?? 'unnamed';
  const what = `metrics/${name}`;
  const sql = expressionOf(metric);
  if (sql === undefined) return { what, why: 'has no expression in ANSI SQL' };
  const used = [...tables].filter(([dataset]) => withoutTable(sql, dataset) !== sql);
  if (used.length > 1) return { what, why: 'is of more tables than one' };
  const [dataset, table] = used[0] ?? [...tables][0] ?? ['', ''];
  const term = spoken(name);
  const unit = textOf(treeOf(metric.ai_context).unit);
  return {
    ...{ term, sql: withoutTable(sql, dataset), table },
    ...(unit ? { unit } : {}),
    ...synonymsOf(term, synonymsIn(metric)),
  };
}

function expressionOf({ expression }: Tree): string | undefined {
  const all = listOf(treeOf(expression).dialects);
  for (const dialect of dialects) {
    const found = all.find((one) => textOf(one.dialect) === dialect);
    if (found) return textOf(found.expression);
  }
  return undefined;
}

function synonymsIn({ ai_context }: Tree): string[] {
  return textsOf(treeOf(ai_context).synonyms);
}

const ofTable = /(?<![\p{L}\p{N}_".])("[^"]+"|[\p{L}\p{N}_]+)\.(?=["\p{L}_])/gu;

/** `SUM(orders.sales)` is `SUM(sales)` of that table. */
function withoutTable(sql: string, dataset: string): string {
  return sql.replaceAll(ofTable, (whole, name: string) => (bare(name) === dataset ? '' : whole));
}

function isColumn(sql: string): boolean {
  return /^("[^"]+"|[\p{L}_][\p{L}\p{N}_]*)$/u.test(sql);
}

function bare(column: string): string {
  return column.replaceAll('"', '');
}

/** What was written here before is read again; extensions of others are listed. */
function readExtensions(model: Tree, found: { verified: VerifiedQuestion[]; unmapped: Unmapped[] }): void {
  for (const { vendor_name, data } of listOf(model.custom_extensions)) {
    if (vendor_name !== vendor)
      found.unmapped.push({ what: `custom_extensions/${vendor_name}`, why: 'is of another vendor' });
    else found.verified.push(...verifiedIn(data));
  }
}

function verifiedIn(data: unknown): VerifiedQuestion[] {
  try {
    return listOf(treeOf(JSON.parse(String(data))).verified).flatMap(({ question, sql }) =>
      textOf(question) && textOf(sql) ? [{ question: String(question), sql: String(sql) }] : [],
    );
  } catch {
    return [];
  }
}
