import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { newId } from '../../../ids.ts';
import { encodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { isForeignKeyViolation } from '../../../platform/db/violations.ts';
import { type DrawnRow, Picks } from '../serving/picks.ts';
import type { ModelRow } from '../store.ts';
import { type CellCoder, createCoder, type Reference } from './reference.ts';
import { idColumns } from './row-id.ts';
import { type MonitorSettings, mostPicks, readSettings, windowAt } from './settings.ts';
import type { Shadows } from './shadow/shadows.ts';
import { insertPart, livingOf, selectReference } from './store.ts';
import type { StoredPick } from './stored-pick.ts';
import { storedPicks } from './stored-picks.ts';

const writeEveryMs = 5000;
/** Deleted models are looked for with each so many writes. */
const roundsToLook = 12;
/** What this node sees of one version. */
interface Watch {
  modelId: string;
  version: number;
  settings: MonitorSettings;
  /** Of the reference. */
  digest: string;
  /** Of the model, when the reference was last read: only changes write it anew. */
  revision: number;
  picks: Picks;
  coders: CellCoder[];
  window: Window;
  /** What was seen of windows that have ended. */
  unwritten: Unwritten[];
}

type Window = ReturnType<typeof windowAt>;

interface Unwritten {
  window: Window;
  seen: Parameters<Picks['add']>[0];
}

/** Windows that end while the database is away; each holds as many rows as a sample. */
const mostUnwritten = 3;

/**
 * The versions that this node answers by and that are watched. Their rows are drawn while they are answered; every few
 * seconds, and when the service ends, what was drawn is sorted into bins and written. A crash loses these seconds.
 */
export class Watches {
  readonly #database: Database;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  readonly #shadows: Pick<Shadows, 'answer'>;
  /** By ID and version. */
  readonly #watches = new Map<string, Watch>();
  readonly #timer: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();
  /** The next write while one goes on; whoever wants one meanwhile shares it. */
  #waiting: Promise<void> | undefined;
  #rounds = 0;

  constructor(database: Database, log: Pick<FastifyBaseLogger, 'error'>, shadows: Pick<Shadows, 'answer'>) {
    this.#database = database;
    this.#log = log;
    this.#shadows = shadows;
    this.#timer = setInterval(() => this.write(), writeEveryMs).unref();
  }

  /** Returns what draws rows of a version; undefined when it is not watched. */
  async open({ id, monitor, active_version, revision }: ModelRow, version: number): Promise<Picks | undefined> {
    const settings = monitor === null ? undefined : readSettings(monitor);
    if (version !== active_version) return undefined;
    const key = `${id}.${version}`;
    const open = this.#watches.get(key);
    const isSame = open && settings?.enabled && JSON.stringify(open.settings) === JSON.stringify(settings);
    if (isSame && (await this.#hasReferenceOf(open, revision))) return open.picks;
    await this.#end(id);
    if (!settings?.enabled) return undefined;
    const reference = await selectReference(this.#database, id, version);
    if (!reference) return undefined;
    const opened = this.#watches.get(key);
    if (opened) return opened.picks; // by another address of the model, meanwhile
    const watch = startWatch({ modelId: id, version, settings, revision }, reference);
    this.#watches.set(key, watch);
    return watch.picks;
  }

  /** Returns whether rows are sorted into the bins of the reference as it is now: another node may have written it. */
  async #hasReferenceOf(watch: Watch, revision: number): Promise<boolean> {
    if (watch.revision === revision) return true;
    const reference = await selectReference(this.#database, watch.modelId, watch.version);
    const isSame = reference !== undefined && digestOf(reference) === watch.digest;
    if (isSame) watch.revision = revision;
    return isSame;
  }

  /** Ends the watches of a model that no longer answers so, or is watched otherwise. */
  async #end(modelId: string): Promise<void> {
    const ended = [...this.#watches].filter(([, watch]) => watch.modelId === modelId);
    if (ended.length === 0) return;
    await this.write();
    // Another one may have begun meanwhile.
    for (const [key, watch] of ended) if (this.#watches.get(key) === watch) this.#watches.delete(key);
  }

  /** Writes what was seen since the last time. A window ends with the first write after its end. */
  write(): Promise<void> {
    if (this.#watches.size === 0) return this.#writing;
    if (!this.#waiting) {
      this.#waiting = this.#writing.then(() => {
        this.#waiting = undefined;
        return this.#writeAll();
      });
      this.#writing = this.#waiting;
    }
    return this.#waiting;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  /** Watches of models that were deleted end. */
  async #endOfDeleted(): Promise<void> {
    const ids = [...new Set([...this.#watches.values()].map(({ modelId }) => modelId))];
    const living = await livingOf(this.#database, ids);
    for (const [key, { modelId }] of this.#watches) if (!living.has(modelId)) this.#watches.delete(key);
  }

  async #writeAll(): Promise<void> {
    this.#rounds += 1;
    if (this.#rounds % roundsToLook === 0)
      await this.#endOfDeleted().catch((err) => this.#log.error({ err }, 'watched models could not be looked for'));
    for (const [key, watch] of this.#watches) {
      const { window } = watch;
      const seen = watch.picks.take();
      if (Date.now() >= window.end) {
        watch.picks.restart();
        watch.window = windowAt(Date.now(), watch.settings.window);
      }
      if (seen.rows > 0) watch.unwritten.push({ window, seen });
      for (const part of watch.unwritten.splice(0)) await this.#writePart(key, watch, part);
    }
  }

  async #writePart(key: string, watch: Watch, { window, seen }: Unwritten): Promise<void> {
    const { modelId: model_id, version } = watch;
    try {
      const picks = encodeJson({ below: seen.below, picks: await this.#readPicks(watch, seen.picks) });
      const times = { window_start: iso(window.start), window_end: iso(window.end) };
      await insertPart(this.#database, { id: newId('req'), model_id, version, ...times, rows: seen.rows, picks });
    } catch (error) {
      if (isForeignKeyViolation(error)) this.#watches.delete(key);
      else this.#fail(watch, { window, seen }, error);
    }
  }

  async #readPicks(watch: Watch, drawn: readonly DrawnRow[]): Promise<StoredPick[]> {
    const { columns } = watch.picks;
    const shadows = watch.settings.shadow
      ? await this.#shadows.answer({ modelId: watch.modelId, columns, rows: drawn })
      : new Map();
    return storedPicks({ ...watch, columns }, drawn, shadows);
  }

  /** What could not be written is written later, in its own window. */
  #fail(watch: Watch, part: Unwritten, err: unknown): void {
    this.#log.error({ err }, 'what a model was asked could not be written');
    if (part.window === watch.window) watch.picks.add(part.seen);
    else watch.unwritten = [...watch.unwritten, part].slice(-mostUnwritten);
  }
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

function digestOf(reference: Reference): string {
  return createHash('sha256').update(JSON.stringify(reference)).digest('base64');
}

function startWatch(
  subject: Pick<Watch, 'modelId' | 'version' | 'settings' | 'revision'>,
  reference: Reference,
): Watch {
  const { settings } = subject;
  const { columns } = reference;
  const names = columns.map(({ name }) => name);
  const others = idColumns(names, settings.id_column).filter((name) => !names.includes(name));
  const order = { columns: [...names, ...others], most: mostPicks(settings), below: 1 };
  const window = windowAt(Date.now(), settings.window);
  const coders = columns.map(createCoder);
  return { ...subject, digest: digestOf(reference), picks: new Picks(order), coders, window, unwritten: [] };
}
