import { ServiceError } from '../../../errors.ts';

/** A call `predict('rent', (select …))` in a query. */
export interface PredictCall {
  /** Its offset in the text. */
  start: number;
  end: number;
  model: string;
  query: string;
}

/** Returns all calls of `predict` in a query, in order, except inside strings and comments. */
export function findPredictCalls(sql: string): PredictCall[] {
  const calls: PredictCall[] = [];
  for (let at = 0; at < sql.length; ) {
    const skipped = endOfQuoted(sql, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const [word] = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(sql.slice(at, at + 200)) ?? [];
    const opening = word?.toLowerCase() === 'predict' ? /^\s*\(/.exec(sql.slice(at + word.length)) : null;
    if (opening) {
      const call = readCall(sql, at, at + 'predict'.length + opening[0].length);
      calls.push(call);
      at = call.end;
    } else at += word?.length ?? 1;
  }
  return calls;
}

export const usage = "predict takes a model and a query in brackets: select * from predict('rent', (select …))";

function readCall(sql: string, start: number, inside: number): PredictCall {
  const head = /^\s*'((?:[^']|'')*)'\s*,\s*\(/.exec(sql.slice(inside));
  if (!head) throw new ServiceError('query_refused', `${usage}.`);
  const queryStart = inside + head[0].length;
  const queryEnd = closingBracket(sql, queryStart);
  const tail = /^\s*\)/.exec(sql.slice(queryEnd + 1));
  const query = sql.slice(queryStart, queryEnd);
  if (queryEnd < 0 || !tail) throw new ServiceError('query_refused', `${usage}.`);
  if (findPredictCalls(query).length > 0)
    throw new ServiceError('query_refused', 'The query within predict cannot call predict again.');
  return { start, end: queryEnd + 1 + tail[0].length, model: head[1].replaceAll("''", "'"), query };
}

/** Returns where the bracket opened before `start` closes; -1 when it does not. */
function closingBracket(sql: string, start: number): number {
  let depth = 1;
  for (let at = start; at < sql.length; ) {
    const skipped = endOfQuoted(sql, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    if (sql[at] === '(') depth += 1;
    if (sql[at] === ')') depth -= 1;
    if (depth === 0) return at;
    at += 1;
  }
  return -1;
}

const quoted = [/'(?:[^']|'')*'/y, /"(?:[^"]|"")*"/y, /--[^\n]*/y, /\/\*[\s\S]*?\*\//y, /\$(\w*)\$[\s\S]*?\$\1\$/y];

/** Returns the end of the string, quoted name or comment that begins here; `at` when there is none. */
function endOfQuoted(sql: string, at: number): number {
  for (const pattern of quoted) {
    pattern.lastIndex = at;
    if (pattern.test(sql)) return pattern.lastIndex;
  }
  return at;
}
