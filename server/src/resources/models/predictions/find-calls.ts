import { ServiceError } from '../../../errors.ts';
import { duckdbSpelling, mostTokens, readTokens, type Token } from '../../../platform/data/sql-tokens.ts';

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
  if (!/predict/i.test(sql)) return [];
  const { tokens } = readTokens(sql, duckdbSpelling);
  if (tokens.length > mostTokens)
    throw new ServiceError('query_refused', `A query with predict has at most ${mostTokens} words and signs.`);
  const calls: PredictCall[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!isCall(tokens, at)) continue;
    const { call, last } = readCall(sql, tokens, at);
    calls.push(call);
    at = last;
  }
  return calls;
}

export const usage = "predict takes a model and a query in brackets: select * from predict('rent', (select …))";

function isCall(tokens: readonly Token[], at: number): boolean {
  return tokens[at].kind === 'word' && tokens[at].value.toLowerCase() === 'predict' && isSign(tokens[at + 1], '(');
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.value === sign;
}

/** Reads `predict ( 'model' , ( … ) )` from its word on; `last` is the place of its closing parenthesis. */
function readCall(sql: string, tokens: readonly Token[], at: number): { call: PredictCall; last: number } {
  const [, , model, comma, opening] = tokens.slice(at, at + 5);
  const close = model?.kind === 'text' && isSign(comma, ',') && isSign(opening, '(') ? opening.close : -1;
  const last = close + 1;
  if (close < 0 || !isSign(tokens[last], ')')) throw new ServiceError('query_refused', `${usage}.`);
  for (let inner = at + 5; inner < close; inner += 1)
    if (isCall(tokens, inner))
      throw new ServiceError('query_refused', 'The query within predict cannot call predict again.');
  const query = sql.slice(opening.end, tokens[close].start);
  return { call: { start: tokens[at].start, end: tokens[last].end, model: model.value, query }, last };
}
