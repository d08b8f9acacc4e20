import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { BlobStore } from '../../../../platform/blobs/store.ts';
import { decodeJson } from '../../../../platform/db/json.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { openWorkers, type Workers } from '../../../../platform/workers/workers.ts';
import { type Challenger, challengerOf } from '../../retraining/challenger-of.ts';
import { type DrawnRow, longestText } from '../../serving/picks.ts';
import { type ModelRow, selectModelById, selectVersion } from '../../store.ts';
import type { ShadowTasks } from './handler.ts';
import type { ShadowAnswer } from './messages.ts';
import type { StoredShadow } from './stored-shadow.ts';

const limits = { memoryBytes: 1024 * 1024 * 1024, timeMs: 20_000 };
/** Rows that a challenger answers of one write; the others of a busy time have no answer of it. */
const mostRows = 1000;
/** Who asks for the state of a watch waits for its last rows. */
const mostWaitMs = 10_000;
const pauseMs = 60_000;
/** Models whose challenger is remembered: a description of many columns takes milliseconds to read. */
const mostKnown = 100;

/** Drawn rows of a watched version. */
interface Drawn {
  modelId: string;
  /** The inputs whose cells were drawn. */
  columns: readonly string[];
  rows: readonly DrawnRow[];
}

/** A version that waits to be accepted. */
interface Waiting {
  version: number;
  champion: number;
  /** Of its file. */
  key: string;
  project: string;
  /** Its inputs that the version that answers has too: callers send no others. */
  shared: string[];
}

/** Lets the version that waits to be accepted answer drawn rows too, in a process of its own at the lowest priority. */
export class Shadows {
  readonly #database: Database;
  readonly #blobs: Pick<BlobStore, 'path'>;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #workers: Workers<ShadowTasks>;
  /** After a failure none is asked for a while: writing what models were asked must not fall behind. */
  #pausedUntil = 0;
  /** By model. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(database: Database, blobs: Pick<BlobStore, 'path'>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database;
    this.#blobs = blobs;
    this.#log = log;
    this.#workers = openWorkers<ShadowTasks>('shadow', { handler: new URL('handler.ts', import.meta.url), limits });
  }

  /** Returns the answers of a waiting challenger by row; empty without one, and where it cannot answer in time. */
  async answer(drawn: Drawn): Promise<Map<DrawnRow, StoredShadow>> {
    if (performance.now() < this.#pausedUntil) return new Map();
    try {
      return await this.#answer(drawn);
    } catch (err) {
      this.#pausedUntil = performance.now() + pauseMs;
      this.#log.warn({ err, model: drawn.modelId }, 'a challenger did not answer sampled rows');
      return new Map();
    }
  }

  close(): Promise<void> {
    return this.#workers.close();
  }

  async #answer({ modelId, columns, rows }: Drawn): Promise<Map<DrawnRow, StoredShadow>> {
    const waiting = await this.#waitingOf(modelId);
    const asked = waiting ? rows.filter(isWhole).slice(0, mostRows) : [];
    if (!waiting || asked.length === 0 || !waiting.shared.every((input) => columns.includes(input))) return new Map();
    const places = waiting.shared.map((input) => [input, columns.indexOf(input)] as const);
    const cellsOf = ({ cells }: DrawnRow) =>
      Object.fromEntries(places.map(([input, place]) => [input, cells[place] ?? null]));
    const request = {
      modelKey: waiting.key,
      modelPath: await this.#blobs.path(waiting.key),
      rows: asked.map(cellsOf),
    };
    const requester = { project: waiting.project, caller: 'shadow', signal: AbortSignal.timeout(mostWaitMs) };
    const answers = await this.#workers.run('answer', request, requester);
    return new Map(
      asked.flatMap((row, place) => {
        const answer = answers[place];
        return answer ? [[row, listed(waiting.version, answer)] as const] : [];
      }),
    );
  }

  async #waitingOf(modelId: string): Promise<Waiting | undefined> {
    const model = await selectModelById(this.#database, modelId);
    const challenger = model && challengerOf(model);
    if (!model || challenger?.decision !== 'waiting') return undefined;
    const known = this.#waiting.get(modelId);
    if (known?.version === challenger.version && known.champion === challenger.champion) return known;
    const waiting = await this.#read(model, challenger);
    if (this.#waiting.size >= mostKnown) this.#waiting.clear();
    if (waiting) this.#waiting.set(modelId, waiting);
    return waiting;
  }

  async #read({ id, project_id }: ModelRow, { version, champion }: Challenger): Promise<Waiting | undefined> {
    const numbers = [version, champion];
    const [own, other] = await Promise.all(numbers.map((number) => selectVersion(this.#database, id, number)));
    if (!own?.blob_key || !own.description || !other?.description) return undefined;
    const [inputs, known] = [own, other].map((one) => decodeJson<ModelDescription>(one.description!).inputs);
    const shared = inputs.filter((input) => known.includes(input));
    return { version, champion, key: own.blob_key, project: project_id, shared };
  }
}

/** A long text was cut, and would be answered otherwise. */
function isWhole({ cells }: DrawnRow): boolean {
  return !cells.some((cell) => typeof cell === 'string' && cell.length >= longestText);
}

function listed(version: number, { value, confidence, lower, upper }: ShadowAnswer): StoredShadow {
  return [version, value, confidence, lower, upper];
}
