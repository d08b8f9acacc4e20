/** Reads SQL expressions far enough to know which columns they use; a query proves the rest. */

const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*|\d+(?:\.\d+)?|\S/gu;
export const keywords: ReadonlySet<string> = new Set(
  'and or not in is null true false case when then else end between like ilike similar escape cast try_cast as distinct filter where within group order by asc desc nulls first last over partition rows range unbounded preceding following current row interval date timestamp timestamptz time year month day hour minute second quarter week integer int bigint smallint double precision decimal numeric real float varchar text boolean char current_date current_timestamp current_time localtime localtimestamp extract from at zone any all'.split(
    ' ',
  ),
);
const aggregates =
  /(?<![\p{L}\p{N}_"])(sum|avg|mean|count|min|max|median|stddev\w*|var_\w+|variance|quantile\w*|percentile_\w+|mode|any_value|first|last|arg_max|arg_min|bool_and|bool_or|approx_count_distinct|count_if|sum_if|corr)\s*\(/iu;

const manyColumns = 'must be one value: name the columns, in one expression';

/** Why a text is no single expression; undefined where it may be one. */
export function faultOfExpression(sql: string): string | undefined {
  let depth = 0;
  const parts = tokensOf(sql);
  const fault = faultOfParts(parts);
  if (fault) return fault;
  for (const part of parts) {
    if (part === ';') return 'must be one expression, without a semicolon';
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (depth < 0) break;
    if (/^(select|union|with|attach|copy)$/i.test(part)) return 'must be an expression over columns, not a query';
  }
  if (depth !== 0) return 'has brackets that do not match';
  return /--|\/\*/.test(withoutTexts(sql)) ? 'must not have comments' : undefined;
}

/** Why an expression gives several values, or one by other rows than its own. */
function faultOfParts(parts: readonly string[]): string | undefined {
  const opened: boolean[] = [];
  for (const [at, part] of parts.entries()) {
    const [before, next] = [parts[at - 1] ?? '(', parts[at + 1] ?? ''];
    if (/^[([{]$/.test(part)) opened.push(part !== '(' || isWord(before));
    if (/^[)\]}]$/.test(part)) opened.pop();
    if (part === ',' && opened.at(-1) !== true) return manyColumns;
    if (part === '*' && /^[(,.]$/.test(before) && !(next === ')' && /^count$/i.test(parts[at - 2] ?? '')))
      return manyColumns;
    if (/^(columns|unnest)$/i.test(part) && next === '(') return manyColumns;
    if (/^over$/i.test(part) && before === ')') return 'must be of one row or an aggregate, not over a window';
    const isQuery = (/^values$/i.test(part) && next === '(') || (before === '(' && queries.test(part) && at > 0);
    if (isQuery) return 'must be an expression over columns, not a query';
  }
  return undefined;
}

const queries = /^(from|table|describe|show|pivot|unpivot|summarize)$/i;

export function isWord(part: string): boolean {
  return /^["\p{L}_]/u.test(part);
}

export function tokensOf(sql: string): string[] {
  return sql.match(token) ?? [];
}

export function withoutTexts(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '""');
}

/** Returns the names that an expression uses, without functions and words of SQL. */
export function namesIn(sql: string): string[] {
  const parts = tokensOf(sql);
  const names = parts.flatMap((part, at) => {
    if (part.startsWith('"')) return [part.slice(1, -1).replaceAll('""', '"')];
    if (!/^[\p{L}_]/u.test(part) || parts[at + 1] === '(' || keywords.has(part.toLowerCase())) return [];
    return [part];
  });
  return [...new Set(names)];
}

/** Whether it is of all rows of a group, not of each row. */
export function isAggregate(sql: string): boolean {
  return aggregates.test(withoutTexts(sql));
}

const plain = { sum: 'sum', avg: 'average', mean: 'average', median: 'median', max: 'highest', min: 'lowest' } as const;

/** Reads one plain aggregate of an expression, whose values in a sample tell the figure. */
export function plainAggregate(
  sql: string,
): { aggregate: (typeof plain)[keyof typeof plain]; inner: string } | undefined {
  const found = /^\s*(sum|avg|mean|median|max|min)\s*\(([\s\S]*)\)\s*$/i.exec(sql);
  if (!found || /^\s*distinct\b/i.test(found[2]) || isAggregate(found[2])) return undefined;
  if (faultOfExpression(found[2]) !== undefined) return undefined;
  return { aggregate: plain[found[1].toLowerCase() as keyof typeof plain], inner: found[2] };
}
