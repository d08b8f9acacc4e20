import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { newId } from '../../../ids.ts';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { isForeignKeyViolation } from '../../../platform/db/violations.ts';
import { type DrawnRow, Picks } from '../serving/picks.ts';
import { rowIdColumn } from '../serving/row-writer.ts';
import type { ModelRow } from '../store.ts';
import { type CellCoder, createCoder, type Reference } from './reference.ts';
import { type MonitorSettings, mostPicks, windowAt } from './settings.ts';
import { insertPart, type StoredPick, selectReference } from './store.ts';

const writeEveryMs = 5000;
/** Rows whose cells are read at a time, within some milliseconds. */
const readAtOnce = 100;
/** Longest text of all cells that are kept of the rows of one part. */
const mostSampleBytes = 1024 * 1024;

/** What this node sees of one version. */
interface Watch {
  modelId: string;
  version: number;
  settings: MonitorSettings;
  picks: Picks;
  coders: CellCoder[];
  window: { start: number; end: number };
}

/**
 * The versions that this node answers by and that are watched. Their rows are drawn while they are answered; every few
 * seconds, and when the service ends, what was drawn is sorted into bins and written. A crash loses these seconds.
 */
export class Watches {
  readonly #database: Database;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  /** By ID and version. */
  readonly #watches = new Map<string, Watch>();
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => this.write(), writeEveryMs).unref();
  }

  /** Returns what draws rows of a version; undefined when it is not watched. */
  async open({ id, monitor, active_version }: ModelRow, version: number): Promise<Picks | undefined> {
    const settings = monitor === null ? undefined : decodeJson<MonitorSettings>(monitor);
    if (!settings?.enabled || version !== active_version) return undefined;
    const key = `${id}.${version}`;
    const open = this.#watches.get(key);
    if (open && JSON.stringify(open.settings) === monitor) return open.picks;
    if (open) await this.write();
    const reference = await selectReference(this.#database, id, version);
    if (!reference) return undefined;
    const watch = startWatch({ modelId: id, version, settings }, reference);
    this.#watches.set(key, watch);
    return watch.picks;
  }

  /** Writes what was seen since the last time. A window ends with the first write after its end. */
  write(): Promise<void> {
    if (this.#watches.size > 0) this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #writeAll(): Promise<void> {
    for (const [key, watch] of this.#watches) {
      const { window } = watch;
      const seen = watch.picks.take();
      if (Date.now() >= window.end) {
        watch.picks.restart();
        watch.window = windowAt(Date.now(), watch.settings.window);
      }
      if (seen.rows === 0) continue;
      const { modelId: model_id, version } = watch;
      try {
        const picks = encodeJson({ below: seen.below, picks: await storedPicks(watch, seen.picks) });
        const times = { window_start: iso(window.start), window_end: iso(window.end) };
        await insertPart(this.#database, { id: newId('req'), model_id, version, ...times, rows: seen.rows, picks });
      } catch (error) {
        if (isForeignKeyViolation(error)) this.#watches.delete(key);
        else this.#fail(watch, seen, error);
      }
    }
  }

  /** What could not be written is written later, if its window goes on. */
  #fail(watch: Watch, seen: Parameters<Picks['add']>[0], err: unknown): void {
    this.#log.error({ err }, 'what a model was asked could not be written');
    if (Date.now() < watch.window.end) watch.picks.add(seen);
  }
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

function startWatch(subject: Omit<Watch, 'picks' | 'coders' | 'window'>, { columns }: Reference): Watch {
  const { settings } = subject;
  const names = columns.map(({ name }) => name);
  const others = [settings.id_column, rowIdColumn].filter((name) => name !== null && !names.includes(name));
  const order = { columns: [...names, ...(others as string[])], most: mostPicks(settings), below: 1 };
  const window = windowAt(Date.now(), settings.window);
  return { ...subject, picks: new Picks(order), coders: columns.map(createCoder), window };
}

/** Reads the cells of drawn rows in steps, because others wait meanwhile. */
async function storedPicks({ settings, picks, coders }: Watch, drawn: DrawnRow[]): Promise<StoredPick[]> {
  const { columns } = picks;
  const ids = [rowIdColumn, ...(settings.id_column === null ? [] : [settings.id_column])];
  const idPlaces = ids.map((name) => columns.indexOf(name));
  const isKept = columns.map((name) => !settings.exclude.includes(name));
  const sampled = settings.sample_rows === 0 ? 0 : settings.sample_rows;
  const lastSampled = drawn.length <= sampled ? 1 : drawn.map(({ key }) => key).sort((a, b) => a - b)[sampled];
  const stored: StoredPick[] = [];
  let sampleBytes = 0;
  for (const [index, { key, cells, value, confidence, lower, upper }] of drawn.entries()) {
    if (index % readAtOnce === readAtOnce - 1) await turn();
    const codes = Buffer.from(coders.map((code, place) => code(cells[place]))).toString('base64');
    const rowId = idPlaces
      .map((place) => cells[place])
      .find((cell) => cell !== undefined && cell !== null && cell !== '');
    const kept =
      sampled > 0 && key < lastSampled ? cells.map((cell, place) => (isKept[place] ? (cell ?? null) : null)) : null;
    sampleBytes += kept === null ? 0 : JSON.stringify(kept).length;
    const sample = sampleBytes <= mostSampleBytes ? kept : null;
    const [figure, low, high] = [confidence, lower, upper].map((one) => (Number.isNaN(one) ? null : one));
    stored.push([key, value, figure, low, high, codes, rowId === undefined ? null : String(rowId), sample]);
  }
  return stored;
}
