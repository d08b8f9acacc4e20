import { EventEmitter } from 'node:events';
import { runDetached } from '../../platform/telemetry/scope.ts';

/** The text so far of an answer that is being written. */
export interface Preview {
  /** ID of the message that is being answered. */
  replyTo: string;
  text: string;
}

/** Connects requests with the bots that run in this process, so that changes apply at once. */
export class ChatbotHub {
  readonly #watchers = new EventEmitter().setMaxListeners(0);
  readonly #previews = new Map<string, Preview>();
  #apply: (chatbotId: string) => Promise<void> = async () => {};
  #wake: (chatbotId: string, conversationId: string) => void = () => {};

  /** Connects the runner of the bots. */
  connect(runner: {
    apply(chatbotId: string): Promise<void>;
    wake(chatbotId: string, conversationId: string): void;
  }): void {
    this.#apply = (id) => runner.apply(id);
    this.#wake = (id, conversation) => runner.wake(id, conversation);
  }

  /** Resolves when the bot runs with its new settings or has stopped. Watchers are called first. */
  apply(chatbotId: string): Promise<void> {
    this.notify(chatbotId);
    return runDetached(() => this.#apply(chatbotId));
  }

  /** Wakes the worker of a conversation that has something to do. */
  wake(chatbotId: string, conversationId: string): void {
    runDetached(() => this.#wake(chatbotId, conversationId));
    this.notify(conversationId);
  }

  notify(id: string): void {
    this.#watchers.emit(id);
  }

  showPreview(conversationId: string, preview: Preview): void {
    this.#previews.set(conversationId, preview);
    this.notify(conversationId);
  }

  endPreview(conversationId: string): void {
    this.#previews.delete(conversationId);
  }

  previewIn(conversationId: string): Preview | undefined {
    return this.#previews.get(conversationId);
  }

  /**
   * Calls back when a message of the conversation or its preview changes; for a chatbot's ID, when its settings change.
   * Returns a function that stops it.
   */
  watch(id: string, changed: () => void): () => void {
    this.#watchers.on(id, changed);
    return () => this.#watchers.off(id, changed);
  }
}
