import type { Picks } from './picks.ts';
import type { ServedModel } from './served-model.ts';

/**
 * Maximum bytes of one model in memory, and of its header, which grows with columns and classes: others take long to load, and
 * to prepare their trees for the first row.
 */
export const mostBytesHere = 4 * 1024 * 1024;
const mostHeaderBytes = 256 * 1024;

/** The file of a version that answers. */
export interface ModelFile {
  key: string;
  modelId: string;
  projectId: string;
  byteSize: number;
  headerBytes: number;
  /** Present where the model is watched. */
  picks?: Picks | undefined;
}

/** Loads a model for the cache. All waiting callers share it, so neither function may depend on the caller. */
export interface ModelLoader {
  /** Finds the file of an address. */
  find(): Promise<ModelFile>;
  read(file: ModelFile): Promise<ServedModel>;
}

interface Held {
  served: ServedModel;
  /** Project and model of every address under which it was requested. */
  addresses: [string, string][];
}

/**
 * Models in memory, each version once whatever its address; the least recently used are dropped first. Predictions read
 * only this, so every verb that changes the meaning of an address must call `forget`.
 */
export class ModelCache {
  readonly #mostBytes: number;
  /** By the key of their file. */
  readonly #held = new Map<string, Held>();
  /** By project and model: two look-ups cost less than building one key. */
  readonly #byProject = new Map<string, Map<string, ServedModel>>();
  readonly #loading = new Map<string, Promise<ServedModel | ModelFile>>();
  readonly #reading = new Map<string, Promise<ServedModel>>();
  #bytes = 0;
  #uses = 0;
  /** Counts calls of `forget`: a load that began earlier must not be stored. */
  #epoch = 0;

  /** @param mostBytes of the files of all models in memory */
  constructor(mostBytes = Number.POSITIVE_INFINITY) {
    this.#mostBytes = mostBytes;
  }

  get usage(): { models: number; bytes: number } {
    return { models: this.#held.size, bytes: this.#bytes };
  }

  /** Returns the model if it is in memory. */
  find(project: string, model: string): ServedModel | undefined {
    const served = this.#byProject.get(project)?.get(model);
    if (served) served.lastUse = ++this.#uses;
    return served;
  }

  /** Returns the model from memory or from `loader`; only its file when it is too large for memory. */
  async load(project: string, model: string, loader: ModelLoader): Promise<ServedModel | ModelFile> {
    const address = `${project}/${model}`;
    return this.find(project, model) ?? this.#loading.get(address) ?? this.#load(project, model, loader);
  }

  /** Drops the model under every address, or everything when no ID is given. */
  forget(modelId?: string): void {
    this.#epoch += 1;
    this.#loading.clear();
    this.#reading.clear();
    for (const [key, { served }] of this.#held)
      if (modelId === undefined || served.modelId === modelId) this.#drop(key);
  }

  #load(project: string, model: string, loader: ModelLoader): Promise<ServedModel | ModelFile> {
    const epoch = this.#epoch;
    const load = async () => {
      const file = await loader.find();
      if (file.byteSize > mostBytesHere || file.headerBytes > mostHeaderBytes) return file;
      const served = this.#held.get(file.key)?.served ?? (await this.#read(file, loader));
      if (epoch === this.#epoch) this.#keep(project, model, served);
      return served;
    };
    return shareWhilePending(this.#loading, `${project}/${model}`, load);
  }

  #read(file: ModelFile, { read }: ModelLoader): Promise<ServedModel> {
    return this.#reading.get(file.key) ?? shareWhilePending(this.#reading, file.key, () => read(file));
  }

  #keep(project: string, model: string, served: ServedModel): void {
    const held = this.#held.get(served.key) ?? this.#hold(served);
    held.addresses.push([project, model]);
    this.#byProject.set(project, (this.#byProject.get(project) ?? new Map()).set(model, held.served));
    held.served.lastUse = ++this.#uses;
    while (this.#bytes > this.#mostBytes && this.#held.size > 1) this.#drop(this.#leastRecentlyUsed());
  }

  #hold(served: ServedModel): Held {
    const held: Held = { served, addresses: [] };
    this.#held.set(served.key, held);
    this.#bytes += served.byteSize;
    return held;
  }

  #leastRecentlyUsed(): string {
    const [first, ...others] = this.#held.values();
    return others.reduce((oldest, { served }) => (served.lastUse < oldest.lastUse ? served : oldest), first.served).key;
  }

  #drop(key: string): void {
    const held = this.#held.get(key);
    if (!held) return;
    this.#held.delete(key);
    this.#bytes -= held.served.byteSize;
    for (const [project, model] of held.addresses) {
      const models = this.#byProject.get(project);
      models?.delete(model);
      if (models?.size === 0) this.#byProject.delete(project);
    }
  }
}

/** Starts `work`, and shares its promise with callers that want the same meanwhile. */
function shareWhilePending<Result>(
  pending: Map<string, Promise<Result>>,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const working = work();
  pending.set(key, working);
  const done = () => {
    if (pending.get(key) === working) pending.delete(key);
  };
  working.then(done, done);
  return working;
}
