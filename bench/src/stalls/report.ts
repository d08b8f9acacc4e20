import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { formatNumber } from '../report/numbers.ts';
import { renderTable } from '../report/table.ts';
import type { Pair, Verdict } from './judge.ts';

export interface Finding extends Pair, Verdict {
  operation: string;
  field: string;
  piece: string;
  roles: readonly string[];
}

const keyOf = ({ operation, field, piece }: Pick<Finding, 'operation' | 'field' | 'piece'>) =>
  JSON.stringify([operation, field, piece]);

/** Keeps findings in a file of JSON lines, so that a run that was broken off goes on. */
export class Findings {
  readonly #path: string | undefined;
  readonly #all: Finding[] = [];
  readonly #keys = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(path?: string) {
    this.#path = path;
    if (path === undefined || !existsSync(path)) return;
    for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '') this.#keep(JSON.parse(line));
  }

  get all(): readonly Finding[] {
    return this.#all;
  }

  get faulty(): Finding[] {
    return this.#all.filter(({ faults }) => faults.length > 0);
  }

  has(one: { operation: { operationId: string }; field: string; piece: string }): boolean {
    return this.#keys.has(keyOf({ ...one, operation: one.operation.operationId }));
  }

  /** Whether the field has failed with any piece. */
  hasFailed(one: { operation: { operationId: string }; field: string }): boolean {
    return this.#failed.has(`${one.operation.operationId} ${one.field}`);
  }

  add(found: readonly Finding[]): void {
    for (const one of found) {
      this.#keep(one);
      if (this.#path !== undefined) appendFileSync(this.#path, `${JSON.stringify(one)}\n`);
    }
  }

  #keep(one: Finding): void {
    this.#all.push(one);
    this.#keys.add(keyOf(one));
    if (one.faults.length > 0) this.#failed.add(`${one.operation} ${one.field}`);
  }
}

const heldOf = ({ small, large }: Finding) => Math.max(small.held, large.held);

/** Prints the worst piece of each field, worst first: the faults, and of the rest as many as asked for. */
export function renderFindings(findings: readonly Finding[], others: number): string {
  const worst = new Map<string, Finding>();
  for (const one of [...findings].sort(byWorst)) {
    const key = `${one.operation} ${one.field}`;
    if (!worst.has(key)) worst.set(key, one);
  }
  const sorted = [...worst.values()];
  const faulty = sorted.filter(({ faults }) => faults.length > 0);
  const shown = [...faulty, ...sorted.filter(({ faults }) => faults.length === 0).slice(0, others)];
  const names = ['operation', 'field', 'piece', 'size', 'status', 'seconds', 'held ms', 'delayed ms', 'growth', ''];
  return renderTable(names, shown.map(rowOf));
}

function byWorst(one: Finding, other: Finding): number {
  return Number(other.faults.length > 0) - Number(one.faults.length > 0) || heldOf(other) - heldOf(one);
}

function rowOf(one: Finding): string[] {
  const { operation, field, piece, size, large, small, growth, faults } = one;
  return [
    operation,
    field,
    JSON.stringify(piece).slice(1, 40),
    formatNumber(size),
    String(large.status),
    formatNumber(large.seconds),
    formatNumber(heldOf(one)),
    formatNumber(Math.max(small.delayed, large.delayed)),
    growth > 0 ? growth.toFixed(1) : '',
    faults.length > 0 ? `FAILED: ${faults.join(', ')}` : '',
  ];
}
