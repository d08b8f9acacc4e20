import type { ServiceError } from '../../errors.ts';
import type { EventStream } from '../../http/reply/event-stream.ts';
import type { CompletionEvent } from '../../resources/agents/completions/events.ts';
import type { CompletionAnswer, FinishReason, Usage } from '../../resources/agents/completions/schemas.ts';
import type { StreamedAnswer } from '../../resources/agents/completions/send-stream.ts';
import { originOf } from '../origin.ts';
import { ToldText } from '../told-text.ts';
import { chatErrorOf } from './failures.ts';
import type { ChatAnswer } from './schemas.ts';

/** Fields common to all chunks of one completion. */
export interface ChatHead {
  id: string;
  created: number;
  model: string;
}

export function writeChat(head: ChatHead, { message, finish_reason, usage }: CompletionAnswer): ChatAnswer {
  const { content } = message;
  return {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null, ...originOf(message) },
        logprobs: null,
        finish_reason: reasonOf(finish_reason),
      },
    ],
    usage: usageOf(usage),
  };
}

/** Converts completion events into OpenAI stream chunks. */
export class ChatChunks implements StreamedAnswer {
  readonly #stream: EventStream;
  readonly #head: ChatHead;
  readonly #includesUsage: boolean;
  readonly #told = new ToldText();

  constructor(stream: EventStream, head: ChatHead, includesUsage: boolean) {
    this.#stream = stream;
    this.#head = head;
    this.#includesUsage = includesUsage;
    this.#send({ delta: { role: 'assistant', content: '' } });
  }

  add(event: CompletionEvent): void {
    const content = this.#told.take(event);
    if (content !== undefined) this.#send({ delta: { content } });
  }

  finish(answer: CompletionAnswer): void {
    const { finish_reason, usage } = answer;
    this.#send({ delta: this.#told.originOf(answer), finish_reason: reasonOf(finish_reason) });
    if (this.#includesUsage) this.#stream.send({ ...this.#common(), choices: [], usage: usageOf(usage) });
    this.#stream.send('[DONE]');
    this.#stream.end();
  }

  fail(error: ServiceError, requestId: string): void {
    this.#stream.send(chatErrorOf(error, requestId));
    this.#stream.end();
  }

  #send({ delta, finish_reason = null }: { delta: object; finish_reason?: string | null }): void {
    this.#stream.send({ ...this.#common(), choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  }

  #common() {
    return { ...this.#head, object: 'chat.completion.chunk' };
  }
}

function reasonOf(reason: FinishReason): string {
  return reason === 'length' || reason === 'content_filter' ? reason : 'stop';
}

function usageOf({ input_tokens, output_tokens, total_tokens, cached_tokens }: Usage): ChatAnswer['usage'] {
  return {
    prompt_tokens: input_tokens ?? 0,
    completion_tokens: output_tokens ?? 0,
    total_tokens: total_tokens ?? 0,
    ...(cached_tokens === undefined ? {} : { prompt_tokens_details: { cached_tokens } }),
  };
}
