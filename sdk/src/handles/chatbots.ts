import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import type { Body, CallOptions, Chatbot, Query } from '../types.ts';

/** Agents on web pages or chat platforms. */
export class Chatbots {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };

  constructor(sibyl: Operations, projectName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName };
  }

  list(query?: Query<'listChatbots'>, options?: CallOptions): List<Chatbot> {
    return this.#sibyl.list('listChatbots', { path: this.#path, query: query ?? {}, ...options });
  }

  create(body: Body<'createChatbot'>, options?: CallOptions): Promise<Chatbot> {
    return this.#sibyl.call('createChatbot', { path: this.#path, body, ...options });
  }
}

/** One chatbot. */
export class ChatbotHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; chatbotName: string };
  readonly name: string;

  constructor(sibyl: Operations, projectName: string, chatbotName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName, chatbotName };
    this.name = chatbotName;
  }

  get(options?: CallOptions): Promise<Chatbot> {
    return this.#sibyl.call('getChatbot', { path: this.#path, ...options });
  }

  /** Changes the chatbot, or creates a missing one. */
  put(body: Body<'putChatbot'>, options?: CallOptions): Promise<Chatbot> {
    return this.#sibyl.call('putChatbot', { path: this.#path, body, ...options });
  }

  /** It lies in the trash first, unless `{permanently: true}`. */
  delete(query?: Query<'deleteChatbot'>, options?: CallOptions) {
    return this.#sibyl.call('deleteChatbot', { path: this.#path, query: query ?? {}, ...options });
  }

  start(options?: CallOptions): Promise<Chatbot> {
    return this.#sibyl.call('startChatbot', { path: this.#path, ...options });
  }

  stop(options?: CallOptions): Promise<Chatbot> {
    return this.#sibyl.call('stopChatbot', { path: this.#path, ...options });
  }

  /** Tests whether the platform accepts its credentials. */
  test(options?: CallOptions) {
    return this.#sibyl.call('testChatbot', { path: this.#path, ...options });
  }

  conversations(query?: Query<'listChatbotConversations'>, options?: CallOptions) {
    return this.#sibyl.list('listChatbotConversations', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Lists the messages of one conversation. */
  conversationMessages(conversationId: string, query?: Query<'listConversationMessages'>, options?: CallOptions) {
    const path = { ...this.#path, conversationId };
    return this.#sibyl.list('listConversationMessages', { path, query: query ?? {}, ...options });
  }

  /** Lists the messages of all conversations with their status. */
  messages(query?: Query<'listChatbotMessages'>, options?: CallOptions) {
    return this.#sibyl.list('listChatbotMessages', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Makes a link by which a workspace installs the app of the chatbot. */
  beginInstallation(options?: CallOptions) {
    return this.#sibyl.call('beginChatbotInstallation', { path: this.#path, ...options });
  }

  installations(options?: CallOptions) {
    return this.#sibyl.call('listChatbotInstallations', { path: this.#path, ...options });
  }

  removeInstallation(tenantId: string, options?: CallOptions) {
    return this.#sibyl.call('removeChatbotInstallation', { path: { ...this.#path, tenantId }, ...options });
  }
}
