import { ServiceError } from '../../errors.ts';
import { mostTokens, mysqlSpelling, readTokens, type Token } from '../../platform/data/sql-tokens.ts';

/** Generous: nobody writes such a statement, and a program that writes deeper ones has a fault. */
const mostDepth = 100;
/** Maximum letters of a refusal, which quotes the statement and names columns. */
const mostSaid = 1000;

/** A stretch of a statement: its tokens from `from` up to `to`. What stands in parentheses is a part of its own. */
export interface Part {
  sql: string;
  tokens: readonly Token[];
  from: number;
  to: number;
}

/** @throws ServiceError for a quote or comment without an end, too many words, and brackets that nest too deep */
export function readWhole(sql: string): Part {
  const { tokens, open, depth } = readTokens(sql, mysqlSpelling);
  if (open !== undefined) {
    const what = sql.startsWith('/*', open) ? 'comment' : 'quote';
    throw unreadable(`a ${what} is opened and not closed: ${sql.slice(open, open + 20)}`);
  }
  if (tokens.length > mostTokens) throw unreadable(`it has more than ${mostTokens} words and signs`);
  if (depth > mostDepth)
    throw unreadable(`its brackets nest ${depth} levels deep, and at most ${mostDepth} are allowed`);
  return { sql, tokens, from: 0, to: tokens.length - (isEnd(tokens.at(-1)) ? 1 : 0) };
}

/** A semicolon may end the statement. */
function isEnd(token: Token | undefined): boolean {
  return token?.kind === 'sign' && token.value === ';';
}

/** Returns the text of a part, without the spaces and comments around it. */
export function textOf({ sql, tokens, from, to }: Part): string {
  return from < to ? sql.slice(tokens[from].start, tokens[to - 1].end) : '';
}

export function unreadable(detail: string): ServiceError {
  const short = detail.length > mostSaid ? `${detail.slice(0, mostSaid)}…` : detail;
  return new ServiceError('query_refused', `The statement cannot be read: ${short}.`);
}
