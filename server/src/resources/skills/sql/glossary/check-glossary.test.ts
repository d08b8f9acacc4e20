import { expect, test } from 'vitest';
import { dialects } from '../../../connections/dialects.ts';
import { checkGlossary } from './check-glossary.ts';

/** Queries that go on until they are stopped. */
function query(_: string, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

test('all checks of a save end at one limit, and name what was not done', async () => {
  const source = { dialect: dialects.duckdb, tables: [], others: 0, comments: {}, query };
  const verified = Array.from({ length: 9 }, (_, at) => ({ question: `How many ${at}?`, sql: 'select 1' }));
  const checking = checkGlossary(
    source,
    { verified },
    { verified: verified.slice(0, 1) },
    new AbortController().signal,
    20,
  );
  const { errors } = await checking.catch((error) => error);
  expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
    verified.slice(1).map((_, at) => `/params/verified/${at + 1}/sql`),
  );
});
