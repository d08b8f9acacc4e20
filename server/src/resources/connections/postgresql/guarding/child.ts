/** The guarding process: reads strangers' SQL with PostgreSQL's parser, one text at a time. */
import { flushCompileCache } from 'node:module';
import { ServiceError } from '../../../../errors.ts';
import { guardSql } from '../guard-sql.ts';
import type { GuardOrder, GuardReply } from './messages.ts';

async function answer({ sql, tables, ownSchema }: GuardOrder): Promise<GuardReply> {
  const refusal = await guardSql(sql, tables, ownSchema).then(
    () => undefined,
    (error) => refusalOf(error),
  );
  return { refusal, processBytes: process.memoryUsage.rss() };
}

/** What broke the guard has not been judged: it does not pass. */
function refusalOf(error: unknown): NonNullable<GuardReply['refusal']> {
  if (error instanceof ServiceError) return { code: error.code, message: error.message };
  return { code: 'query_refused', message: 'The query cannot be judged.' };
}

process.on('message', (order: GuardOrder) => {
  answer(order).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
flushCompileCache(); // it ends by being killed
