import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl } from '../service/sibyl.ts';
import { Chance } from './chance.ts';
import { type Furnished, furnish } from './furnish.ts';
import { type FuzzAnswer, Judge } from './judge.ts';
import { listOperations, type Operation, readDocument } from './operations.ts';
import { type FuzzRequest, Requests } from './requests.ts';
import { Values } from './values.ts';

export const fuzzBenchmark: Benchmark = {
  summary:
    'Requests made from openapi.json, right and wrong, as every role: no 500, no answer beside its schema, no leak.',
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
  const environment = { SIBYL_SAMPLE: '0', SIBYL_TRAININGS_QUEUED: '4', SIBYL_LOG_LEVEL: 'error' };
  const { base } = await startSibyl({ dataDirectory: join(folder, 'sibyl'), environment });
  const furnished = await furnish(base);
  const document = readDocument();
  const operations = listOperations(document);
  const requests = new Requests(chance, new Values(document, chance, furnished.names), furnished.known);
  const run = new Run(base, furnished, new Judge(document, [folder, process.cwd()]), chance);
  let next = 0;
  const work = async () => {
    while (next < count) await run.send(requests.make(operations[next++ % operations.length]));
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  run.report(operations);
}

/** Sends requests as one role after the other and keeps what was wrong. */
class Run {
  readonly #base: string;
  readonly #furnished: Furnished;
  readonly #judge: Judge;
  readonly #chance: Chance;
  readonly #statuses = new Map<number, number>();
  readonly #succeeded = new Set<string>();
  readonly #faults = new Map<string, number>();

  constructor(base: string, furnished: Furnished, judge: Judge, chance: Chance) {
    this.#base = base;
    this.#furnished = furnished;
    this.#judge = judge;
    this.#chance = chance;
  }

  async send(request: FuzzRequest): Promise<void> {
    const { operation } = request;
    const answer = await this.#ask(request).catch((error) => String(error));
    if (typeof answer === 'string') return this.#note(`${operation.operationId}: no answer: ${answer}`);
    this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 400) this.#succeeded.add(operation.operationId);
    const fault = this.#judge.judge(operation, answer);
    if (fault) this.#note(`${operation.operationId}: ${fault}`);
  }

  async #ask({ operation, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
    const secret = this.#chance.pick(this.#furnished.secrets);
    const response = await fetch(this.#base + path, {
      method: operation.method,
      headers: { ...headers, authorization: `Bearer ${secret}` },
      body: operation.method === 'GET' ? undefined : body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    return {
      status: response.status,
      type: (response.headers.get('content-type') ?? '').split(';')[0],
      text: await response.text(),
      retryAfter: response.headers.get('retry-after'),
    };
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
    const never = operations.filter(({ operationId }) => !this.#succeeded.has(operationId));
    console.log(
      `\n${operations.length} operations; never answered with success: ${never.map((one) => one.operationId).join(', ') || 'none'}`,
    );
    console.log(`${this.#faults.size} kinds of faults`);
    for (const [fault, times] of [...this.#faults].sort(([, one], [, other]) => other - one))
      console.log(`${times} x ${fault}`);
    if (this.#faults.size > 0) process.exitCode = 1;
  }
}
