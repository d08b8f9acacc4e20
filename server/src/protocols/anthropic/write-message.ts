import type { ServiceError } from '../../errors.ts';
import type { EventStream } from '../../http/reply/event-stream.ts';
import type { CompletionEvent } from '../../resources/agents/completions/events.ts';
import type { CompletionAnswer, FinishReason, Usage } from '../../resources/agents/completions/schemas.ts';
import type { StreamedAnswer } from '../../resources/agents/completions/send-stream.ts';
import { originOf } from '../origin.ts';
import { ToldText } from '../told-text.ts';
import { messageErrorOf } from './failures.ts';
import type { MessageAnswer } from './schemas.ts';

/** Fields of a message that are known before its answer. */
export interface MessageHead {
  id: string;
  model: string;
}

export function writeMessage(head: MessageHead, { message, finish_reason, usage }: CompletionAnswer): MessageAnswer {
  return {
    ...beginMessage(head),
    content: [{ type: 'text', text: message.content, citations: null }],
    stop_reason: reasonOf(finish_reason),
    usage: usageOf(usage),
    ...originOf(message),
  };
}

function beginMessage(head: MessageHead): MessageAnswer {
  const usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  return { ...head, type: 'message', role: 'assistant', content: [], stop_reason: null, stop_sequence: null, usage };
}

/** Converts completion events into those of a streamed message. */
export class MessageEvents implements StreamedAnswer {
  readonly #stream: EventStream;
  readonly #told = new ToldText();

  constructor(stream: EventStream, head: MessageHead) {
    this.#stream = stream;
    this.#send('message_start', { message: beginMessage(head) });
    this.#send('content_block_start', { index: 0, content_block: { type: 'text', text: '', citations: null } });
  }

  add(event: CompletionEvent): void {
    const text = this.#told.take(event);
    if (text !== undefined) this.#send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
  }

  finish(answer: CompletionAnswer): void {
    const { finish_reason, usage } = answer;
    this.#send('content_block_stop', { index: 0 });
    const delta = { stop_reason: reasonOf(finish_reason), stop_sequence: null, ...this.#told.originOf(answer) };
    this.#send('message_delta', { delta, usage: usageOf(usage) });
    this.#send('message_stop', {});
    this.#stream.end();
  }

  fail(error: ServiceError, requestId: string): void {
    this.#send('error', messageErrorOf(error, requestId));
    this.#stream.end();
  }

  #send(type: string, fields: object): void {
    this.#stream.send({ type, ...fields }, type);
  }
}

function reasonOf(reason: FinishReason): NonNullable<MessageAnswer['stop_reason']> {
  if (reason === 'length') return 'max_tokens';
  return reason === 'content_filter' ? 'refusal' : 'end_turn';
}

/** Here tokens of a cache are not among those of the input. */
function usageOf({ input_tokens, output_tokens, cached_tokens: cached = 0 }: Usage): MessageAnswer['usage'] {
  return {
    input_tokens: Math.max((input_tokens ?? 0) - cached, 0),
    output_tokens: output_tokens ?? 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
  };
}
