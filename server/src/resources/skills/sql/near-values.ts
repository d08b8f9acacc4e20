import type { TableSummary } from '../../../platform/language/grounding.ts';
import { quoteName } from './describe-tables.ts';
import type { SqlSource } from './source.ts';

export interface NearValues {
  table: string;
  column: string;
  text: string;
  /** The most frequent first; empty when none is similar. */
  values: { value: string; rows: number }[];
}

const mostValues = 20;
const mostCompared = 1000;
const leastAlike = 0.6;

/** Returns values of a column that contain a text in any case, or else the most similar ones. */
export async function lookUpValues(
  source: SqlSource,
  { table, column, text }: Omit<NearValues, 'values'>,
  signal: AbortSignal,
): Promise<NearValues> {
  const { asText, holds, literal } = source.dialect;
  const name = quoteName(column, source.dialect);
  const value = asText(name);
  const read = async (where: string, limit: number) => {
    const sql = `SELECT ${value} AS v, count(*) AS n FROM ${quoteName(table, source.dialect)} WHERE ${where} GROUP BY 1 ORDER BY n DESC, v LIMIT ${limit}`;
    const { rows } = await source.query(sql, signal);
    return rows.map(([found, count]) => ({ value: String(found), rows: Number(count) }));
  };
  const holding = await read(holds(`lower(${value})`, literal(text.toLowerCase())), mostValues);
  if (holding.length > 0 || text === '') return { table, column, text, values: holding };
  const others = await read(`${name} IS NOT NULL`, mostCompared);
  const scored = others.map((one) => ({ one, score: likeness(one.value.toLowerCase(), text.toLowerCase()) }));
  const near = scored.filter(({ score }) => score >= leastAlike).toSorted((a, b) => b.score - a.score);
  return { table, column, text, values: near.slice(0, 5).map(({ one }) => one) };
}

/** Returns the text columns that a query compares with a text. A query without result may have misspelt that text. */
export function comparedTexts(
  sql: string,
  tables: readonly TableSummary[],
): { table: string; column: string; text: string }[] {
  const compared = [
    ...sql.matchAll(
      /("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_]*)\s*\)?\s*(?:=|<>|!=|\bi?like\b|\bin\s*\()\s*((?:lower\s*\()?'(?:[^']|'')*'(?:\s*,\s*'(?:[^']|'')*')*)/giu,
    ),
  ];
  return compared.flatMap(([, name, texts]) => {
    const plain = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
    const of = (table: TableSummary) =>
      table.columns.find((column) => column.type === 'text' && column.name.toLowerCase() === plain.toLowerCase());
    const table = tables.find((one) => of(one) && sql.toLowerCase().includes(one.name.toLowerCase()));
    const column = table && of(table);
    if (!column) return [];
    const literals = [...texts.matchAll(/'((?:[^']|'')*)'/g)].map(([, inner]) => inner.replaceAll("''", "'"));
    return literals.map((text) => ({ table: table.name, column: column.name, text: text.replaceAll(/^%|%$/g, '') }));
  });
}

/** Returns the share of letter pairs that two texts have in common (Dice), 0 to 1. */
function likeness(one: string, other: string): number {
  const pairs = (text: string) =>
    Array.from({ length: Math.max(text.length - 1, 0) }, (_, at) => text.slice(at, at + 2));
  const [left, right] = [pairs(one), pairs(other)];
  const rest = [...right];
  const common = left.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return (2 * common.length) / Math.max(left.length + right.length, 1);
}
