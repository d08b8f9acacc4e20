/** The writer thread: the only connection that writes, so that an fsync never holds up a request on the main thread. */
import { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { StatementResult, WriterAnswer, WriterFailure, WriterRequest, WriterSettings } from './messages.ts';
import { Statements } from './statements.ts';

const maximumGroup = 200;

function openWriter({ path, busyTimeout }: WriterSettings): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864');
  return database;
}

function describeFailure(error: unknown): WriterFailure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, errcode } = error as Error & { code?: string; errcode?: number };
  return { message: error.message, code, errcode };
}

function answerWith(id: number, work: () => StatementResult): WriterAnswer {
  try {
    return { id, result: work() };
  } catch (error) {
    return { id, failure: describeFailure(error) };
  }
}

/** Ends a transaction that somebody left open, so that the next request starts clean. */
function rollBackLeftover(database: DatabaseSync): void {
  if (database.isTransaction) database.exec('rollback');
}

function runRequest(database: DatabaseSync, statements: Statements, request: WriterRequest): StatementResult {
  const { mode, sql, parameters } = request;
  if (mode === 'rollback') {
    rollBackLeftover(database);
    return { rows: [] };
  }
  if (mode === 'inside' || mode === 'commit') {
    // SQLite rolls back by itself on a full disk: what follows must not run as if committed one by one.
    if (!database.isTransaction) throw new Error('the transaction was rolled back');
    try {
      return statements.run(sql, parameters);
    } finally {
      if (mode === 'commit') rollBackLeftover(database); // a commit that failed is over, too
    }
  }
  rollBackLeftover(database);
  const result = statements.run(sql, parameters);
  if (mode === 'single' && database.isTransaction) {
    rollBackLeftover(database);
    throw new Error('open transactions through Kysely, not by SQL');
  }
  return result;
}

/**
 * Single statements that waited together share one transaction: one fsync for all. SQLite undoes a statement that fails
 * and keeps the others; only on a full or broken disk it rolls all of them back.
 */
function runGroup(database: DatabaseSync, statements: Statements, group: WriterRequest[]): WriterAnswer[] {
  try {
    rollBackLeftover(database);
    database.exec('begin immediate');
    const answers = group.map(({ id, sql, parameters }) => {
      const answer = answerWith(id, () => statements.run(sql, parameters));
      if (!database.isTransaction) throw new Error(answer.failure?.message ?? 'the writes were rolled back');
      return answer;
    });
    database.exec('commit');
    return answers;
  } catch (error) {
    rollBackLeftover(database);
    return group.map(({ id }) => ({ id, failure: describeFailure(error) }));
  }
}

function serve(port: MessagePort, database: DatabaseSync): void {
  const statements = new Statements(database);
  const waiting: WriterRequest[] = [];

  function takeGroup(first: WriterRequest): WriterRequest[] {
    const group = [first];
    while (group.length < maximumGroup && waiting[0]?.mode === 'single') group.push(...waiting.splice(0, 1));
    return group;
  }

  function answerAll(): void {
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      if (request.mode === 'close') {
        database.close();
        port.close();
        return;
      }
      const group = request.mode === 'single' ? takeGroup(request) : [request];
      port.postMessage(
        group.length > 1
          ? runGroup(database, statements, group)
          : group.map((one) => answerWith(one.id, () => runRequest(database, statements, one))),
      );
    }
  }

  port.on('message', (first: WriterRequest) => {
    waiting.push(first);
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) waiting.push(next.message);
    answerAll();
  });
}

if (!parentPort) throw new Error('thread.ts runs as a worker thread only');
serve(parentPort, openWriter(workerData as WriterSettings));
parentPort.postMessage([]);
