import type { ServiceError } from '../../errors.ts';
import type { EventStream } from '../../http/reply/event-stream.ts';
import { asksBack } from '../../resources/agents/completions/asks-back.ts';
import type { CompletionEvent } from '../../resources/agents/completions/events.ts';
import type { CompletionAnswer } from '../../resources/agents/completions/schemas.ts';
import type { StreamedAnswer } from '../../resources/agents/completions/send-stream.ts';
import { originOf } from '../origin.ts';
import { ToldText } from '../told-text.ts';
import { failureOf } from './failures.ts';
import type { RpcCall } from './schemas.ts';

/** Fields of an answer that are known before it. */
export interface AnswerHead {
  id: RpcCall['id'];
  taskId: string;
  contextId: string;
}

/** Returns the answer as one message; where the agent asks back, as a task that waits for what is meant. */
export function writeAnswer({ id, taskId, contextId }: AnswerHead, { message }: CompletionAnswer) {
  const { content: text } = message;
  const metadata = { ...originOf(message), ...noteRefusal(message) };
  const told = { messageId: taskId, contextId, role: 'ROLE_AGENT', parts: [{ text }], metadata };
  const status = { ...statusOf('TASK_STATE_INPUT_REQUIRED'), message: { ...told, taskId } };
  const result = asksBack(message) ? { task: { id: taskId, contextId, status } } : { message: told };
  return { jsonrpc: '2.0' as const, id: id ?? null, result };
}

function noteRefusal({ answered }: CompletionAnswer['message']) {
  return answered === undefined ? {} : { answered };
}

type State = `TASK_STATE_${'WORKING' | 'COMPLETED' | 'INPUT_REQUIRED' | 'FAILED'}`;

/** Tells the answer as a task with one artifact, whose text grows. */
export class TaskEvents implements StreamedAnswer {
  readonly #stream: EventStream;
  readonly #head: AnswerHead;
  readonly #told = new ToldText();

  constructor(stream: EventStream, head: AnswerHead) {
    this.#stream = stream;
    this.#head = head;
    const { taskId: id, contextId } = head;
    this.#send({ task: { id, contextId, status: statusOf('TASK_STATE_WORKING') } });
  }

  add(event: CompletionEvent): void {
    const append = this.#told.hasSpoken;
    const text = this.#told.take(event);
    if (text === undefined) return;
    const artifact = { artifactId: 'answer', parts: [{ text }] };
    this.#send({ artifactUpdate: { ...this.#ids(), artifact, append, lastChunk: false } });
  }

  finish(answer: CompletionAnswer): void {
    const { message } = answer;
    const metadata = { ...this.#told.originOf(answer), ...noteRefusal(message) };
    const state = asksBack(message) ? 'TASK_STATE_INPUT_REQUIRED' : 'TASK_STATE_COMPLETED';
    this.#send({ statusUpdate: { ...this.#ids(), status: statusOf(state), metadata } });
    this.#stream.end();
  }

  /** What failed before any word is an error of the call; later the task has failed. */
  fail(error: ServiceError, requestId: string): void {
    const failure = failureOf(this.#head.id, error, requestId);
    if (this.#told.hasSpoken) {
      const parts = [{ text: failure.error.message }];
      const message = { messageId: `${this.#head.taskId}_failed`, role: 'ROLE_AGENT', parts };
      this.#send({ statusUpdate: { ...this.#ids(), status: { ...statusOf('TASK_STATE_FAILED'), message } } });
    } else this.#stream.send(failure);
    this.#stream.end();
  }

  #ids() {
    const { taskId, contextId } = this.#head;
    return { taskId, contextId };
  }

  #send(result: object): void {
    this.#stream.send({ jsonrpc: '2.0', id: this.#head.id ?? null, result });
  }
}

function statusOf(state: State) {
  return { state, timestamp: new Date().toISOString() };
}
