import { EventEmitter } from 'node:events';
import { runDetached } from '../../platform/telemetry/scope.ts';

/** An answer that is being written, as far as it is. */
export interface Preview {
  /** ID of the message that it answers. */
  replyTo: string;
  text: string;
}

/** Ties requests to the bots that run in this process: what changed is passed on at once. */
export class ChatbotHub {
  readonly #watchers = new EventEmitter().setMaxListeners(0);
  readonly #previews = new Map<string, Preview>();
  #apply: (chatbotId: string) => Promise<void> = async () => {};
  #wake: (chatbotId: string, conversationId: string) => void = () => {};

  /** Connects what runs the bots. */
  connect(runner: {
    apply(chatbotId: string): Promise<void>;
    wake(chatbotId: string, conversationId: string): void;
  }): void {
    this.#apply = (id) => runner.apply(id);
    this.#wake = (id, conversation) => runner.wake(id, conversation);
  }

  /** Resolves once the bot runs by its settings of now, or has stopped; its watchers are told before. */
  apply(chatbotId: string): Promise<void> {
    this.notify(chatbotId);
    return runDetached(() => this.#apply(chatbotId));
  }

  /** There is something to do in the conversation. */
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
   * Calls back when a message of the conversation was added or changed, or its preview; for a chatbot, when its settings
   * were. @returns the way to stop
   */
  watch(id: string, changed: () => void): () => void {
    this.#watchers.on(id, changed);
    return () => this.#watchers.off(id, changed);
  }
}
