import { EventEmitter } from 'node:events';

/** Tells whoever watches a model that something about its training changed; what it is, they read from the record. */
export class ProgressHub {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  notify(modelId: string): void {
    this.#emitter.emit(modelId);
  }

  /** @returns the way to stop listening */
  watch(modelId: string, listener: () => void): () => void {
    this.#emitter.on(modelId, listener);
    return () => this.#emitter.off(modelId, listener);
  }
}
