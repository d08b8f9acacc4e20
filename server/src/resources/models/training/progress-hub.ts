import { EventEmitter } from 'node:events';

/** Tells watchers of a model that its training changed; they read the record for details. */
export class ProgressHub {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  notify(modelId: string): void {
    this.#emitter.emit(modelId);
  }

  /** Returns a function that stops listening. */
  watch(modelId: string, listener: () => void): () => void {
    this.#emitter.on(modelId, listener);
    return () => this.#emitter.off(modelId, listener);
  }
}
