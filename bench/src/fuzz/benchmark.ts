import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readOpenApi } from '../../../server/test/read-openapi.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { readForAMoment } from '../service/read-for-a-moment.ts';
import { startSibyl } from '../service/sibyl.ts';
import { Chance } from './chance.ts';
import { type FuzzAnswer, Judge } from './judge.ts';
import { listOperations, type Operation } from './operations.ts';
import { type FuzzRequest, Requests } from './requests.ts';
import { type Requester, type Seeded, seedService } from './seed.ts';
import { Values } from './values.ts';

export const fuzzBenchmark: Benchmark = {
  summary:
    'Valid and invalid requests from openapi.json as every role: no 500, no response outside its schema, no leak.',
  usage: '[--requests 20000] [--seed 1]',
  run: fuzz,
};

const sideBySide = 8;
const answerMs = 20_000;

async function fuzz(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
  });
  const count = readInteger('--requests', values.requests, 1, 10_000_000);
  const chance = new Chance(readInteger('--seed', values.seed, 0, 2 ** 31));
  console.log(describeRun('fuzz', options, []));
  const folder = makeScratchFolder();
  const environment = {
    SIBYL_SAMPLE: '0',
    SIBYL_TRAININGS_QUEUED: '4',
    SIBYL_LOG_LEVEL: 'error',
    SIBYL_OUTGOING_ALLOWED: '127.0.0.1',
  };
  const { base, process: service } = await startSibyl({ dataDirectory: join(folder, 'sibyl'), environment });
  const document = readOpenApi();
  const operations = listOperations(document);
  const seeded = await seedService(base, operations, chance);
  const requests = new Requests(new Values(document, chance, seeded.names), seeded.records, seeded.world);
  const run = new Run({
    base,
    seeded,
    judge: new Judge(document, [folder, process.cwd()]),
    log: service.lastOutput,
  });
  let next = 0;
  const work = async () => {
    while (next < count) await run.send(requests.make(operations[next++ % operations.length]));
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  run.report(operations);
}

interface RunParts {
  base: string;
  seeded: Seeded;
  judge: Judge;
  /** The end of the service's log. */
  log: () => string;
}

/** Sends requests as each role in turn and collects faults. */
class Run {
  readonly #base: string;
  readonly #seeded: Seeded;
  readonly #judge: Judge;
  readonly #log: () => string;
  readonly #statuses = new Map<number, number>();
  /** Operation and role, such as `createTable admin`. */
  readonly #succeeded = new Set<string>();
  readonly #faults = new Map<string, number>();

  constructor({ base, seeded, judge, log }: RunParts) {
    this.#base = base;
    this.#seeded = seeded;
    this.#judge = judge;
    this.#log = log;
  }

  async send(request: FuzzRequest): Promise<void> {
    const { operation, place } = request;
    const requester = this.#requesterOf(operation);
    const answer = await this.#ask(request, requester).catch((error) => String(error));
    if (typeof answer === 'string') return this.#note(`${operation.operationId}: no answer: ${answer}`);
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 400) this.#succeeded.add(`${operation.operationId} ${requester.role}`);
    const fault = this.#judge.judge(operation, answer);
    if (fault) return this.#note(`${operation.operationId}: ${fault}${await this.#causeOf(answer)}`);
    const isJson = /[/+]json$/.test(answer.type) && answer.text !== '';
    this.#seeded.records.note(operation, place, answer.status, isJson ? JSON.parse(answer.text) : undefined);
  }

  /** Picks mostly a permitted caller, so that more than refusals is tested. */
  #requesterOf({ 'x-roles': roles }: Operation): Requester {
    const { requesters, world } = this.#seeded;
    const allowed = requesters.filter(({ role }) => roles?.includes(role) ?? true);
    return world.chance.pick(world.chance.happens(0.7) ? allowed : requesters);
  }

  async #ask({ operation, path, headers, body }: FuzzRequest, { secret }: Requester): Promise<FuzzAnswer> {
    const response = await fetch(this.#base + path, {
      method: operation.method,
      headers: { authorization: `Bearer ${secret}`, ...headers },
      body: operation.method === 'GET' ? undefined : body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    const type = (response.headers.get('content-type') ?? '').split(';')[0];
    return {
      status: response.status,
      type,
      text: type === 'text/event-stream' ? await readForAMoment(response) : await response.text(),
      retryAfter: response.headers.get('retry-after'),
    };
  }

  /** Returns the service's log of an internal failure. */
  async #causeOf({ status, text }: FuzzAnswer): Promise<string> {
    const [, request] = (status === 500 && /"instance":"([^"]+)"/.exec(text)) || [];
    if (request === undefined) return '';
    await pause(200); // until the log is written
    const line = this.#log()
      .split('\n')
      .find((one) => one.includes(request) && one.includes('"stack"'));
    return line ? `\n  ${line}` : '';
  }

  #note(fault: string): void {
    this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1);
  }

  report(operations: readonly Operation[]): void {
    const statuses = [...this.#statuses].sort(([one], [other]) => one - other);
    console.log(
      renderTable(
        ['status', 'answers'],
        statuses.map((row) => row.map(String)),
      ),
    );
    const roles = ['admin', 'editor', 'viewer', 'predictor'];
    const isDone = (operation: Operation, role: string) => this.#succeeded.has(`${operation.operationId} ${role}`);
    const pairs = operations.flatMap((operation) =>
      (operation['x-roles'] ?? roles).map((role) => ({ role, operation, done: isDone(operation, role) })),
    );
    const never = operations.filter((operation) => ![...roles, 'nobody'].some((role) => isDone(operation, role)));
    const namesOf = (some: readonly Operation[]) => some.map(({ operationId }) => operationId).join(', ') || 'none';
    console.log(`\n${operations.length} operations; never answered with success: ${namesOf(never)}`);
    console.log(`${pairs.filter(({ done }) => done).length} of ${pairs.length} operations x roles that may succeeded`);
    for (const role of roles)
      console.log(
        `  ${role} never: ${namesOf(pairs.filter((pair) => pair.role === role && !pair.done).map(({ operation }) => operation))}`,
      );
    console.log(`${this.#faults.size} kinds of faults`);
    for (const [fault, times] of [...this.#faults].sort(([, one], [, other]) => other - one))
      console.log(`${times} x ${fault}`);
    if (this.#faults.size > 0) process.exitCode = 1;
  }
}
