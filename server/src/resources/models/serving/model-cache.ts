import type { ServedModel } from './served-model.ts';

/** Of the files of all models in memory. */
const usualBytes = 512 * 1024 * 1024;
/** Read and checked within some tenths of a second; what is larger is never held here. */
const mostBytesHere = 16 * 1024 * 1024;

/** The file of a version that answers. */
export interface ModelFile {
  key: string;
  modelId: string;
  projectId: string;
  byteSize: number;
}

/** How a model comes to memory. Shared by all who ask meanwhile: neither must depend on who asks. */
export interface ModelLoader {
  /** Finds out which file an address means. */
  find(): Promise<ModelFile>;
  read(file: ModelFile): Promise<ServedModel>;
}

interface Held {
  served: ServedModel;
  /** Project and model of every address that led to it. */
  addresses: [string, string][];
}

/**
 * Models in memory, each version once however it was addressed; the least recently used go first.
 * The predict path reads nothing else: every verb that changes what an address means must `forget` it.
 */
export class ModelCache {
  readonly #mostBytes: number;
  /** By the key of their file. */
  readonly #held = new Map<string, Held>();
  /** By project and model: two look-ups cost less than to put a key together. */
  readonly #byProject = new Map<string, Map<string, ServedModel>>();
  readonly #loading = new Map<string, Promise<ServedModel | ModelFile>>();
  readonly #reading = new Map<string, Promise<ServedModel>>();
  #bytes = 0;
  #uses = 0;
  /** Rises with every `forget`: a load that began before it must not be kept. */
  #epoch = 0;

  constructor(mostBytes = usualBytes) {
    this.#mostBytes = mostBytes;
  }

  get usage(): { models: number; bytes: number } {
    return { models: this.#held.size, bytes: this.#bytes };
  }

  /** The model when it is in memory. */
  find(project: string, model: string): ServedModel | undefined {
    const served = this.#byProject.get(project)?.get(model);
    if (served) served.lastUse = ++this.#uses;
    return served;
  }

  /** The model from memory or by `loader`; only its file when it is too large to be held here. */
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
      if (file.byteSize > mostBytesHere) return file;
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

/** Starts `work` and lets others who want the same wait for it. */
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
