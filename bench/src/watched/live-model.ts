import { setTimeout as wait } from 'node:timers/promises';
import { nextDay } from './clock.ts';
import { type Row, type Subject, toCsv } from './stream.ts';

/** Statuses of a service that has too much to do: other programs of a shared machine may keep it busy for minutes. */
const busy = [429, 503];
const [againMs, mostTries] = [5000, 60];

interface Window {
  is_complete: boolean;
  version: number;
  truths: number;
  columns: { column: string; is_drift: boolean }[];
  answers: { drift: { is_drift: boolean } | null };
  together: { is_drift: boolean } | null;
  live: { metric: string; value: number; standard_error: number; training: number | null }[];
}

/** A model of a running service that is watched by days. */
export class LiveModel {
  readonly #project: string;
  readonly #subject: Subject;
  /** The days that were asked, as ISO moments of their begin. */
  readonly days: string[] = [];

  constructor(base: string, subject: Subject) {
    this.#project = `${base}/api/projects/default`;
    this.#subject = subject;
  }

  async train(monitor: object | null = {}): Promise<void> {
    const { name, target, learned } = this.#subject;
    await this.#send('POST', `/tables?name=${name}`, toCsv(learned), 'text/csv');
    await this.#send('POST', '/models', { name, target, from: { table: name }, options: { effort: 'quick' } });
    await this.#untilTrained(1);
    await this.#send('PUT', `/models/${name}`, { monitor, policy: 'always' });
  }

  /** Asks a day's rows, and may tell the truths of them. Returns the causes of open alarms. */
  async liveThrough(rows: readonly Row[], { isTold }: { isTold: boolean }): Promise<string[]> {
    const { name, target } = this.#subject;
    nextDay();
    await this.see(); // what was seen of the day before is written
    const day = this.days.length;
    const ids = await this.ask(rows, String(day));
    if (isTold) {
      const truths = rows.map((row, place) => ({ id: ids[place], [target]: row[target] }));
      const { waiting } = (await this.#send('POST', `/models/${name}/truths`, truths)) as { waiting: number };
      if (waiting > 0) throw new Error(`${waiting} truths of ${name} wait on day ${day + 1}`);
    }
    this.days.push(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`);
    const { alarms } = (await this.#get(`/models/${name}`)) as { alarms: { cause: string }[] };
    return alarms.map(({ cause }) => cause);
  }

  /** Asks rows. Returns the ID of each. */
  async ask(rows: readonly Row[], prefix: string): Promise<string[]> {
    const { name, target } = this.#subject;
    const asked = rows.map(({ [target]: _, ...inputs }, place) => ({
      ...inputs,
      __service_row_id: `${prefix}-${place}`,
    }));
    await this.#send('POST', `/models/${name}/predict`, asked);
    return asked.map(({ __service_row_id }) => __service_row_id);
  }

  /** Lets the service write what it saw until now. */
  async see(): Promise<void> {
    await this.#get(`/models/${this.#subject.name}/monitor?from=${new Date().toISOString()}`);
  }

  /** Returns all windows once they are judged. */
  async judged(): Promise<Window[]> {
    const windows: Window[] = [];
    nextDay();
    for (let first = 0; first < this.days.length; first += 100) {
      const [from, last] = [this.days[first], this.days[Math.min(this.days.length, first + 100) - 1]];
      const to = new Date(Date.parse(last) + 1000).toISOString();
      for (;;) {
        const path = `/models/${this.#subject.name}/monitor?from=${from}&to=${to}`;
        const page = (await this.#get(path)) as { windows: Window[] };
        if (page.windows.every(({ is_complete }) => is_complete)) {
          windows.push(...page.windows);
          break;
        }
        await wait(1000);
      }
    }
    return windows;
  }

  /** Retrains on other rows in the place of those of the table. */
  async retrain(rows: readonly Row[], version: number): Promise<void> {
    const { name } = this.#subject;
    await this.#send('POST', `/tables?name=${name}&replace=true`, toCsv(rows), 'text/csv');
    await this.#send('POST', `/models/${name}/retrain`, {});
    await this.#untilTrained(version);
  }

  activate(active_version: number): Promise<unknown> {
    return this.#send('PUT', `/models/${this.#subject.name}`, { active_version });
  }

  async #untilTrained(version: number): Promise<void> {
    for (;;) {
      const model = (await this.#get(`/models/${this.#subject.name}`)) as { version: number; status: string };
      if (model.status === 'failed') throw new Error(`the training of ${this.#subject.name} failed`);
      if (model.version === version && model.status === 'complete') return;
      await wait(200);
    }
  }

  #get(path: string): Promise<unknown> {
    return this.#send('GET', path);
  }

  async #send(method: string, path: string, body?: string | object, type = 'application/json'): Promise<unknown> {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const given = body === undefined ? {} : { body: content, headers: { 'content-type': type } };
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(this.#project + path, { method, ...given }).catch((error: Error) => error);
      if (answer instanceof Response && answer.ok) return answer.json();
      const isBusy = answer instanceof Error || busy.includes(answer.status);
      const said = answer instanceof Error ? `${answer}, ${answer.cause}` : `${answer.status}: ${await answer.text()}`;
      if (!isBusy || tries === mostTries) throw new Error(`${method} ${path} answered ${said}`);
      console.error(`${method} ${path} answered ${said}; it is asked again`);
      await wait(againMs);
    }
  }
}

/** Says in which respects a window is told to be unlike the training rows. */
export function whatDrifted({ columns, answers, together }: Window): string[] {
  return [
    ...columns.filter(({ is_drift }) => is_drift).map(({ column }) => column),
    ...(answers.drift?.is_drift ? ['the answers'] : []),
    ...(together?.is_drift ? ['all columns together'] : []),
  ];
}

export function isDrifted(window: Window): boolean {
  return whatDrifted(window).length > 0;
}

export type { Window };
