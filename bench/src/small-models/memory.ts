import { setTimeout as pause } from 'node:timers/promises';
import { findInTree, readResidentMegabytes, readResidentOf } from '../process/usage.ts';
import { renderTable } from '../report/table.ts';

const languageProcess = /gguf[/-]handler/;

/** Follows the memory of the service and of the process that runs its file of weights. Linux only. */
export class MemoryOfModel {
  readonly #service: number;
  readonly #processes = new Set<number>();
  readonly #rows: string[][] = [];
  #most = { model: 0, all: 0 };

  constructor(service: number) {
    this.#service = service;
    this.#note('before');
  }

  look(): void {
    const { pid, model, all } = this.#read();
    if (pid !== undefined) this.#processes.add(pid);
    this.#most = { model: Math.max(this.#most.model, model), all: Math.max(this.#most.all, all) };
  }

  /** Waits until the file is unloaded, and renders what there was; `isGone` is whether it was in time. */
  async end(seconds: number): Promise<{ text: string; isGone: boolean }> {
    const { model, all } = this.#most;
    this.#rows.push(['most, after an answer', megabytes(all - model), megabytes(model), megabytes(all)]);
    for (let waited = 0; waited < seconds && this.#read().pid !== undefined; waited += 1) await pause(1000);
    this.#note(`after the idle time`);
    const table = renderTable(['MB resident', 'service', 'model', 'all'], this.#rows);
    const text = `${table}\nProcesses that held the weights, one after another: ${this.#processes.size}`;
    return { text, isGone: this.#read().pid === undefined };
  }

  #note(when: string): void {
    const { model, all } = this.#read();
    this.#rows.push([when, megabytes(all - model), megabytes(model), megabytes(all)]);
  }

  #read(): { pid: number | undefined; model: number; all: number } {
    const pid = findInTree(this.#service, languageProcess);
    const model = pid === undefined ? 0 : readResidentOf(pid);
    return { pid, model, all: readResidentMegabytes(this.#service) };
  }
}

function megabytes(value: number): string {
  return String(Math.round(value));
}
