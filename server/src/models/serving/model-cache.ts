import type { ServedModel } from './served-model.ts';

const maxBytes = 512 * 1024 * 1024;

/**
 * Models in memory by the address they were asked at, the longest loaded out first.
 * The predict path reads nothing else: every verb that changes what an address means must `forget` it.
 */
export class ModelCache {
  readonly #models = new Map<string, ServedModel>();
  /** The same by project and model: two look-ups cost less than to put a key together. */
  readonly #byProject = new Map<string, Map<string, ServedModel>>();
  readonly #loading = new Map<string, Promise<ServedModel>>();
  #bytes = 0;
  /** Rises with every `forget`: a load that began before it must not be kept. */
  #epoch = 0;

  get usage(): { models: number; bytes: number } {
    return { models: this.#models.size, bytes: this.#bytes };
  }

  /** The model when it is in memory. */
  find(project: string, model: string): ServedModel | undefined {
    return this.#byProject.get(project)?.get(model);
  }

  /** The model from memory or by `load`, which is shared by all who ask meanwhile: it must not depend on who asks. */
  async load(project: string, model: string, load: () => Promise<ServedModel>): Promise<ServedModel> {
    const key = `${project}/${model}`;
    return this.#models.get(key) ?? this.#loading.get(key) ?? this.#load(key, load);
  }

  /** Drops the model under every address, or everything when no ID is given. */
  forget(modelId?: string): void {
    this.#epoch += 1;
    this.#loading.clear();
    for (const [key, model] of this.#models) if (modelId === undefined || model.modelId === modelId) this.#drop(key);
  }

  #load(key: string, load: () => Promise<ServedModel>): Promise<ServedModel> {
    const epoch = this.#epoch;
    const loading = load().then((model) => {
      if (epoch === this.#epoch) this.#keep(key, model);
      return model;
    });
    this.#loading.set(key, loading);
    const done = () => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    };
    loading.then(done, done);
    return loading;
  }

  #keep(key: string, model: ServedModel): void {
    const [project, name] = key.split('/');
    this.#models.set(key, model);
    this.#byProject.set(project, (this.#byProject.get(project) ?? new Map()).set(name, model));
    this.#bytes += model.byteSize;
    for (const oldest of this.#models.keys()) {
      if (this.#bytes <= maxBytes || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#models.get(key)?.byteSize ?? 0;
    this.#models.delete(key);
    const [project, name] = key.split('/');
    const rest = this.#byProject.get(project);
    rest?.delete(name);
    if (rest?.size === 0) this.#byProject.delete(project);
  }
}
