import type { TableSummary } from '../../../builtin/grounding.ts';
import { duckdbSpelling, readTokens, type Token } from '../../../platform/data/sql-tokens.ts';
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

interface Compared {
  table: string;
  column: string;
  text: string;
}

/** Returns the first text columns that a query compares with a text. A query without result may have misspelt that text. */
export function comparedTexts(sql: string, tables: readonly TableSummary[], most = 100): Compared[] {
  const { tokens } = readTokens(sql, duckdbSpelling);
  const lower = sql.toLowerCase();
  const named = tables.filter(({ name }) => lower.includes(name.toLowerCase()));
  const found: Compared[] = [];
  for (let at = 0; at < tokens.length && found.length < most; at += 1) {
    const { kind, value } = tokens[at];
    const texts = kind === 'word' || kind === 'quoted' ? textsComparedWith(tokens, at) : [];
    const owner = texts.length === 0 ? undefined : ownerOf(named, value);
    if (owner) for (const text of texts) found.push({ ...owner, text: text.replaceAll(/^%|%$/g, '') });
  }
  return found.slice(0, most);
}

function ownerOf(tables: readonly TableSummary[], name: string): Omit<Compared, 'text'> | undefined {
  const same = name.toLowerCase();
  for (const table of tables) {
    const column = table.columns.find((one) => one.type === 'text' && one.name.toLowerCase() === same);
    if (column) return { table: table.name, column: column.name };
  }
  return undefined;
}

/** Reads the texts behind a column: `= 'x'`, `) like lower('x')`, `in ('x', 'y')`. */
function textsComparedWith(tokens: readonly Token[], column: number): string[] {
  const is = (at: number, ...values: string[]) =>
    (tokens[at]?.kind === 'sign' || tokens[at]?.kind === 'word') && values.includes(tokens[at].value.toLowerCase());
  let at = column + 1;
  if (is(at, ')')) at += 1;
  if (is(at, 'in') && is(at + 1, '(')) at += 2;
  else if (is(at, '=', '<>', '!=', 'like', 'ilike')) at += 1;
  else return [];
  if (is(at, 'lower') && is(at + 1, '(')) at += 2;
  const texts: string[] = [];
  for (; tokens[at]?.kind === 'text'; at += 2) {
    texts.push(tokens[at].value);
    if (!is(at + 1, ',')) break;
  }
  return texts;
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
