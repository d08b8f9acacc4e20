import { ServiceError } from '../../errors.ts';

/** A token of a statement. `name` was in backticks, `quoted` in double quotes: text here, a name to DuckDB. */
export interface Token {
  kind: 'word' | 'name' | 'quoted' | 'text' | 'number' | 'sign';
  /** Without its quotes. */
  value: string;
  start: number;
  end: number;
}

const pattern =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|`(?<name>(?:[^`]|``)+)`|"(?<quoted>(?:[^"\\]|\\[\s\S]|"")*)"|'(?<text>(?:[^'\\]|\\[\s\S]|'')*)'|(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<sign><=|>=|<>|!=|[^\s'"`])/giuy;

/** @throws ServiceError for an unclosed quote */
export function readTokens(sql: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < sql.length) {
    const start = pattern.lastIndex;
    const found = pattern.exec(sql);
    if (found === null) throw unreadable(`a quote is opened and not closed: ${sql.slice(start, start + 20)}`);
    for (const [kind, value] of Object.entries(found.groups!))
      if (value !== undefined && kind !== 'space')
        tokens.push({ kind: kind as Token['kind'], value: unquote(kind, value), start, end: pattern.lastIndex });
  }
  return tokens;
}

function unquote(kind: string, value: string): string {
  if (kind === 'name') return value.replaceAll('``', '`');
  if (kind === 'text') return value.replaceAll("''", "'").replace(/\\([\s\S])/g, '$1');
  return kind === 'quoted' ? value.replaceAll('""', '"').replace(/\\([\s\S])/g, '$1') : value;
}

export function unreadable(detail: string): ServiceError {
  return new ServiceError('query_refused', `The statement cannot be read: ${detail}.`);
}
