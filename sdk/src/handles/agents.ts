import { type ErrorCode, SibylError } from '../error.ts';
import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import type { Agent, Body, CallOptions, Completion, Conversation, Query, Result, Uses } from '../types.ts';

type Messages = Body<'completeAgent'>['messages'];

/** A question, or the whole conversation with the question last. */
export type Question = string | Messages;
export type AskOptions = Omit<Body<'completeAgent'>, 'messages'> & CallOptions;

/** Events during an answer, in this order; `message` is the same as the result of `ask`. */
export type AgentEvent =
  | { type: 'start'; conversation_id: string; trace_id: string }
  | { type: 'token'; text: string }
  | { type: 'tool_call'; id: string; name: string; input: unknown }
  | {
      type: 'tool_result';
      id: string;
      name: string;
      output: unknown;
      milliseconds: number;
      error?: { code: string; detail: string };
    }
  | ({ type: 'message' } & Completion);

type ToldEvent = AgentEvent | { type: 'end' } | { type: 'error'; code: ErrorCode; status: number; detail: string };

/** The agents of a project. */
export class Agents {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };

  constructor(sibyl: Operations, projectName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName };
  }

  list(query?: Query<'listAgents'>, options?: CallOptions): List<Agent> {
    return this.#sibyl.list('listAgents', { path: this.#path, query: query ?? {}, ...options });
  }

  create(body: Body<'createAgent'>, options?: CallOptions): Promise<Agent> {
    return this.#sibyl.call('createAgent', { path: this.#path, body, ...options });
  }
}

/** One agent. */
export class AgentHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; agentName: string };
  readonly name: string;

  constructor(sibyl: Operations, projectName: string, agentName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName, agentName };
    this.name = agentName;
  }

  get(options?: CallOptions): Promise<Agent> {
    return this.#sibyl.call('getAgent', { path: this.#path, ...options });
  }

  /** `params` are merged; `null` removes one. */
  update(body: Body<'updateAgent'>, options?: CallOptions): Promise<Agent> {
    return this.#sibyl.call('updateAgent', { path: this.#path, body, ...options });
  }

  /** Returns the names of what needs it. */
  uses(options?: CallOptions): Promise<Uses> {
    return this.#sibyl.call('getAgentUses', { path: this.#path, ...options });
  }

  /** `{force: true}` stops the chatbots that use it. */
  delete(query?: Query<'deleteAgent'>, options?: CallOptions) {
    return this.#sibyl.call('deleteAgent', { path: this.#path, query: query ?? {}, ...options });
  }

  /**
   * Asks the agent. The answer is in `message.content`, with its citations; `conversation_id` continues the
   * conversation.
   */
  ask(question: Question, options: AskOptions = {}): Promise<Completion> {
    return this.#sibyl.call('completeAgent', { path: this.#path, ...asked(question, options) });
  }

  /**
   * Asks the agent and yields events during the answer.
   * @throws SibylError for failures during the answer
   */
  async *stream(question: Question, options: AskOptions = {}): AsyncGenerator<AgentEvent, void> {
    for await (const { data } of this.#sibyl.stream('streamAgent', { path: this.#path, ...asked(question, options) })) {
      const event = JSON.parse(data) as ToldEvent;
      if (event.type === 'end') return;
      if (event.type === 'error') throw new SibylError(event);
      yield event;
    }
    throw new SibylError({ code: 'stream_broken', detail: 'The stream ended before the answer did.' });
  }

  /** Tests the language model and every skill. */
  test(options?: CallOptions) {
    return this.#sibyl.call('testAgent', { path: this.#path, ...options });
  }

  /** Lists the versions of its settings. */
  versions(options?: CallOptions) {
    return this.#sibyl.call('listAgentVersions', { path: this.#path, ...options });
  }

  restore(version: number, options?: CallOptions): Promise<Agent> {
    return this.#sibyl.call('restoreAgentVersion', { path: { ...this.#path, version }, ...options });
  }

  conversations(query?: Query<'listConversations'>, options?: CallOptions): List<Conversation> {
    return this.#sibyl.list('listConversations', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Rates an answer by its `trace_id`. */
  rate(messageId: string, body: Body<'rateMessage'>, options?: CallOptions) {
    return this.#sibyl.call('rateMessage', { path: { ...this.#path, messageId }, body, ...options });
  }

  /** Asks a set of questions in a job. */
  evaluate(body: Body<'createEvaluation'>, options?: CallOptions) {
    return this.#sibyl.call('createEvaluation', { path: this.#path, body, ...options });
  }

  evaluations(query?: Query<'listEvaluations'>, options?: CallOptions): List<Result<'createEvaluation'>> {
    return this.#sibyl.list('listEvaluations', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Returns the evaluation with each answer and what is wrong with it. */
  evaluation(evaluationName: string, options?: CallOptions) {
    return this.#sibyl.call('getEvaluation', { path: { ...this.#path, evaluationName }, ...options });
  }

  /** Returns what improved and what worsened since `earlier`. */
  compareEvaluations(evaluationName: string, earlier: string, options?: CallOptions) {
    const path = { ...this.#path, evaluationName };
    return this.#sibyl.call('compareEvaluations', { path, query: { with: earlier }, ...options });
  }

  deleteEvaluation(evaluationName: string, options?: CallOptions) {
    return this.#sibyl.call('deleteEvaluation', { path: { ...this.#path, evaluationName }, ...options });
  }

  conversation(conversationId: string): ConversationHandle {
    return new ConversationHandle(this.#sibyl, { ...this.#path, conversationId });
  }
}

/** One conversation with an agent. */
export class ConversationHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; agentName: string; conversationId: string };

  constructor(sibyl: Operations, path: { projectName: string; agentName: string; conversationId: string }) {
    this.#sibyl = sibyl;
    this.#path = path;
  }

  /** Returns the conversation with all messages and steps. */
  get(options?: CallOptions) {
    return this.#sibyl.call('getConversation', { path: this.#path, ...options });
  }

  delete(options?: CallOptions) {
    return this.#sibyl.call('deleteConversation', { path: this.#path, ...options });
  }
}

function asked(question: Question, { conversation_id, params, ...options }: AskOptions) {
  const messages: Messages = typeof question === 'string' ? [{ role: 'user', content: question }] : question;
  const body = { messages, ...(conversation_id ? { conversation_id } : {}), ...(params ? { params } : {}) };
  return { body, ...options };
}
