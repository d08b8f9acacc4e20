import type { Glossary, GlossaryEntry } from '../entry.ts';
import { isAggregate, plainAggregate } from '../expression.ts';
import { type Fitted, fitEntry, type NamedColumns } from '../fit-entry.ts';
import { vendor } from './read-osi.ts';
import type { Unmapped } from './semantics.ts';

/** A document of another tool as a value, and what of the glossary it cannot say. */
export interface WrittenSemantics {
  document: object;
  unmapped: Unmapped[];
}

function placed(
  { glossary = [] }: Glossary,
  tables: readonly NamedColumns[],
): { fitting: Fitted[]; unmapped: Unmapped[] } {
  const all = glossary.map((entry) => ({ entry, fit: fitEntry(entry, tables) }));
  return {
    fitting: all.flatMap(({ fit }) => ('detail' in fit ? [] : [fit])),
    unmapped: all.flatMap(({ entry, fit }) => ('detail' in fit ? [{ what: entry.term, why: fit.detail }] : [])),
  };
}

function named(term: string): string {
  return term
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}

/** Writes a glossary as a model of Open Semantic Interchange. */
export function writeOsi(name: string, taught: Glossary, tables: readonly NamedColumns[]): WrittenSemantics {
  const { fitting, unmapped } = placed(taught, tables);
  const { verified = [] } = taught;
  const times = new Map(Object.entries(taught.time_columns ?? {}));
  const expression = (sql: string) => ({ dialects: [{ dialect: 'ANSI_SQL', expression: sql }] });
  const context = ({ synonyms = [], unit }: Partial<GlossaryEntry>) => {
    const own = { ...(synonyms.length > 0 ? { synonyms } : {}), ...(unit ? { unit } : {}) };
    return Object.keys(own).length > 0 ? { ai_context: own } : {};
  };
  const fieldsOf = (table: string) => {
    const own = fitting.filter((one) => one.table === table);
    const time = times.get(table);
    const names = Map.groupBy(
      own.filter(({ column }) => column !== undefined),
      ({ column }) => column as string,
    );
    if (time !== undefined && !names.has(time)) names.set(time, []);
    const columns = [...names].map(([column, entries]) => ({
      ...{ name: named(column), expression: expression(`"${column}"`) },
      ...(column === time ? { dimension: { is_time: true } } : {}),
      ...context({
        ...entries[0]?.entry,
        synonyms: entries.flatMap(({ entry }) => [entry.term, ...(entry.synonyms ?? [])]),
      }),
    }));
    const figures = own.filter(({ entry }) => entry.sql !== undefined && !isAggregate(entry.sql));
    return [
      ...columns,
      ...figures.map(({ entry }) => ({
        ...{ name: named(entry.term), expression: expression(entry.sql as string) },
        ...context(entry),
      })),
    ];
  };
  const metrics = fitting
    .filter(({ entry }) => entry.sql !== undefined && isAggregate(entry.sql))
    .map(({ entry }) => ({ name: named(entry.term), expression: expression(entry.sql as string), ...context(entry) }));
  const model = {
    name,
    datasets: tables.map((table) => ({ name: table.name, source: table.name, fields: fieldsOf(table.name) })),
    ...(metrics.length > 0 ? { metrics } : {}),
    ...(verified.length > 0
      ? { custom_extensions: [{ vendor_name: vendor, data: JSON.stringify({ verified }) }] }
      : {}),
  };
  return { document: { version: '0.1.1', semantic_model: [model] }, unmapped };
}

/** Writes a glossary as semantic models and metrics of dbt. */
export function writeDbt(taught: Glossary, tables: readonly NamedColumns[]): WrittenSemantics {
  const { fitting, unmapped } = placed(taught, tables);
  const { verified = [] } = taught;
  const times = new Map(Object.entries(taught.time_columns ?? {}));
  const metrics: object[] = [];
  const metaOf = ({ synonyms, unit }: GlossaryEntry) =>
    synonyms || unit ? { config: { meta: { ...(synonyms ? { synonyms } : {}), ...(unit ? { unit } : {}) } } } : {};
  const models = tables.map(({ name }) => {
    const own = fitting.filter(({ table }) => table === name);
    const time = times.get(name);
    const measures = own.flatMap(({ entry }) => {
      if (entry.sql === undefined || !isAggregate(entry.sql)) return [];
      const plain = plainAggregate(entry.sql);
      if (!plain) {
        unmapped.push({ what: entry.term, why: 'is not a single aggregate, as a dbt measure must be' });
        return [];
      }
      const measure = named(entry.term);
      metrics.push({ name: measure, label: entry.term, type: 'simple', type_params: { measure }, ...metaOf(entry) });
      return [{ name: measure, agg: dbtAggregates[plain.aggregate], expr: plain.inner }];
    });
    const dimensions = own.flatMap(({ entry, column }) => {
      if (entry.sql !== undefined && isAggregate(entry.sql)) return [];
      const expr = column === undefined ? entry.sql : `"${column}"`;
      return [{ name: named(entry.term), label: entry.term, type: 'categorical', expr, ...metaOf(entry) }];
    });
    const dated =
      time === undefined
        ? []
        : [{ name: named(time), type: 'time', expr: time, type_params: { time_granularity: 'day' } }];
    return {
      ...{ name: named(name), model: `ref('${name}')` },
      ...(time === undefined ? {} : { defaults: { agg_time_dimension: named(time) } }),
      ...{ dimensions: [...dated, ...dimensions], measures },
    };
  });
  unmapped.push(...verified.map(({ question }) => ({ what: question, why: 'dbt keeps no questions' })));
  return { document: { semantic_models: models, ...(metrics.length > 0 ? { metrics } : {}) }, unmapped };
}

const dbtAggregates = { sum: 'sum', average: 'average', median: 'median', highest: 'max', lowest: 'min' } as const;
