import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Keeps the results of steps in a file, a JSON text each line, so that a run that was ended goes on where it was. */
export class Steps {
  readonly #file: string | undefined;
  readonly #done = new Map<string, unknown>();

  constructor(file: string | undefined) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { step, result } = JSON.parse(line) as { step: string; result: unknown };
      this.#done.set(step, result);
    }
  }

  /** Returns the result of a step that was done before, or does it. Results are plain data. */
  async take<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#done.has(step)) return this.#done.get(step) as Result;
    const started = performance.now();
    const result = await work();
    console.error(`${step} took ${Math.round((performance.now() - started) / 1000)} s`);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify({ step, result })}\n`);
    return result;
  }
}
