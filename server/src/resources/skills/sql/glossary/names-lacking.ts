import { isWord, keywords, tokensOf, withoutTexts } from './expression.ts';
import type { NamedColumns } from './fit-entry.ts';

const ofQueries = new Set(
  'select with recursive materialized from having join inner left right full outer cross natural asof positional semi anti on using union except intersect limit offset qualify window lateral values exists some pivot unpivot sample percent ties only fetch next exclude replace ignore respect collate nocase rowid string datetime tinyint hugeint blob uuid json struct map list array days months years hours minutes seconds weeks dow isodow doy epoch decade century'.split(
    ' ',
  ),
);

/** Names of tables and their columns, in lower case. */
export function namesOf(tables: readonly NamedColumns[]): Set<string> {
  const all = tables.flatMap(({ name, columns }) => [name, ...name.split('.'), ...columns.map((one) => one.name)]);
  return new Set(all.map((name) => name.toLowerCase()));
}

/** Returns names of a query that are none of the known and that it does not give itself, as far as can be told. */
export function namesLacking(sql: string, known: ReadonlySet<string>): string[] {
  if (/--|\/\*/.test(withoutTexts(sql))) return [];
  const parts = tokensOf(sql);
  const given = new Set(parts.flatMap((part, at) => (isGiven(parts, at) ? [nameOf(part).toLowerCase()] : [])));
  const lacking = parts.filter((part, at) => {
    const isType = parts[at - 1] === ':';
    const name = nameOf(part).toLowerCase();
    return isName(part) && !isType && parts[at + 1] !== '(' && !known.has(name) && !given.has(name);
  });
  return [...new Set(lacking.map(nameOf))];
}

function isName(part = ''): boolean {
  const isKeyword = keywords.has(part.toLowerCase()) || ofQueries.has(part.toLowerCase());
  return isWord(part) && !isKeyword;
}

/** Whether a query gives something this name: `sum(x) AS y`, `customers c`, `WITH y AS (`, `y -> y + 1`. */
function isGiven(parts: readonly string[], at: number): boolean {
  if (!isName(parts[at])) return false;
  const [before, next] = [parts[at - 1] ?? '', parts[at + 1] ?? ''];
  if (/^(as|end|with|recursive)$/i.test(before) || /^as$/i.test(next)) return !isColumnBefore(parts, at);
  return isName(before) || /^[)\]\d']/.test(before) || (next === '-' && parts[at + 2] === '>');
}

/** "SELECT gone AS x" reads `gone`; "WITH gone AS (" gives it. */
function isColumnBefore(parts: readonly string[], at: number): boolean {
  return /^as$/i.test(parts[at + 1] ?? '') && parts[at + 2] !== '(' && !/^materialized$/i.test(parts[at + 2] ?? '');
}

function nameOf(part: string): string {
  return part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
}
