import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { BlobStore } from '../../../../platform/blobs/store.ts';
import { decodeJson } from '../../../../platform/db/json.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { openWorkers, type Workers } from '../../../../platform/workers/workers.ts';
import { challengerOf } from '../../retraining/challenger-of.ts';
import { type DrawnRow, longestText } from '../../serving/picks.ts';
import { selectModelById, selectVersion } from '../../store.ts';
import type { ShadowTasks } from './handler.ts';
import type { ShadowAnswer } from './messages.ts';
import type { StoredShadow } from './stored-shadow.ts';

const limits = { memoryBytes: 1024 * 1024 * 1024, timeMs: 20_000 };
/** Rows that a challenger answers of one write; the others of a busy time have no answer of it. */
const mostRows = 1000;
/** Who asks for the state of a watch waits for its last rows. */
const mostWaitMs = 10_000;

/** Drawn rows of a watched version. */
interface Drawn {
  modelId: string;
  /** The inputs whose cells were drawn. */
  columns: readonly string[];
  rows: readonly DrawnRow[];
}

/** Lets the version that waits to be accepted answer drawn rows too, in a process of its own at the lowest priority. */
export class Shadows {
  readonly #database: Database;
  readonly #blobs: Pick<BlobStore, 'path'>;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #workers: Workers<ShadowTasks>;

  constructor(database: Database, blobs: Pick<BlobStore, 'path'>, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#database = database;
    this.#blobs = blobs;
    this.#log = log;
    this.#workers = openWorkers<ShadowTasks>('shadow', { handler: new URL('handler.ts', import.meta.url), limits });
  }

  /** Returns the answers of a waiting challenger by row; empty without one, and where it cannot answer in time. */
  async answer(drawn: Drawn): Promise<Map<DrawnRow, StoredShadow>> {
    try {
      return await this.#answer(drawn);
    } catch (err) {
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
    const cellsOf = ({ cells }: DrawnRow) =>
      Object.fromEntries(waiting.shared.map((input) => [input, cells[columns.indexOf(input)] ?? null]));
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

  /** Returns the waiting challenger with the inputs that the version that answers has too: callers send no others. */
  async #waitingOf(modelId: string) {
    const model = await selectModelById(this.#database, modelId);
    const challenger = model && challengerOf(model);
    if (!model || challenger?.decision !== 'waiting') return undefined;
    const [own, other] = await Promise.all([
      selectVersion(this.#database, modelId, challenger.version),
      selectVersion(this.#database, modelId, challenger.champion),
    ]);
    if (!own?.blob_key || !own.description || !other?.description) return undefined;
    const [inputs, known] = [own, other].map((one) => decodeJson<ModelDescription>(one.description!).inputs);
    const shared = inputs.filter((input) => known.includes(input));
    return { version: challenger.version, key: own.blob_key, project: model.project_id, shared };
  }
}

/** A long text was cut, and would be answered otherwise. */
function isWhole({ cells }: DrawnRow): boolean {
  return !cells.some((cell) => typeof cell === 'string' && cell.length >= longestText);
}

function listed(version: number, { value, confidence, lower, upper }: ShadowAnswer): StoredShadow {
  return [version, value, confidence, lower, upper];
}
