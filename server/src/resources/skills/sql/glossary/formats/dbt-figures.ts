import type { GlossaryEntry } from '../entry.ts';
import { spoken, synonymsOf, type Tree, textOf, textsOf, treeOf } from './trees.ts';

/** A measure as SQL of a table, by its name. */
export interface Measure {
  table: string;
  sql: string;
}

export interface DbtModels {
  measures: Map<string, Measure>;
  /** SQL of dimensions by `entity__name` and by name, for filters. */
  dimensions: Map<string, string>;
}

/** An entry for a measure or a metric. */
export function figure(one: Tree, table: string, sql: string): GlossaryEntry {
  const name = textOf(one.name) ?? '';
  const term = (textOf(one.label) ?? spoken(name)).slice(0, 80);
  const meta = metaOf(one);
  const unit = textOf(meta.unit);
  return { term, sql, table, ...(unit ? { unit } : {}), ...synonymsOf(term, [name, ...textsOf(meta.synonyms)]) };
}

export function metaOf(one: Tree): Tree {
  return treeOf(treeOf(one.config).meta ?? one.meta);
}
