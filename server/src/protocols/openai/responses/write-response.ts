import type { ServiceError } from '../../../errors.ts';
import type { EventStream } from '../../../http/reply/event-stream.ts';
import type { CompletionEvent } from '../../../resources/agents/completions/events.ts';
import type { CompletionAnswer } from '../../../resources/agents/completions/schemas.ts';
import type { StreamedAnswer } from '../../../resources/agents/completions/send-stream.ts';
import type { KeptAnswer } from '../../../resources/agents/conversations/schemas.ts';
import { type Origin, originOf } from '../../origin.ts';
import { ToldText } from '../../told-text.ts';
import { chatErrorOf } from '../failures.ts';
import type { ResponseAnswer } from './schemas.ts';

/** Fields of a response known before its answer. */
export interface ResponseHead {
  traceId: string;
  model: string;
  createdAt: number;
  instructions: string | null;
  previousId: string | null;
}

export function responseIdOf(traceId: string): string {
  return `resp_${traceId}`;
}

export function beginResponse({ traceId, model, createdAt, instructions, previousId }: ResponseHead): ResponseAnswer {
  return {
    id: responseIdOf(traceId),
    object: 'response',
    created_at: createdAt,
    status: 'in_progress',
    model,
    output: [],
    error: null,
    incomplete_details: null,
    instructions,
    previous_response_id: previousId,
    parallel_tool_calls: false,
    tools: [],
    tool_choice: 'auto',
    metadata: {},
    usage: null,
  };
}

/** What a response ends with; of a streamed one its text is all that was streamed, which clients concatenate. */
interface ResponseEnd extends Pick<KeptAnswer, 'finish_reason' | 'usage'>, Origin {
  content: string;
}

export function endResponse(head: ResponseHead, ended: ResponseEnd): ResponseAnswer {
  const { content, finish_reason, usage } = ended;
  const isCut = finish_reason === 'length' || finish_reason === 'content_filter';
  const status = isCut ? ('incomplete' as const) : ('completed' as const);
  const reason = finish_reason === 'length' ? 'max_output_tokens' : 'content_filter';
  return {
    ...beginResponse(head),
    status,
    incomplete_details: isCut ? { reason } : null,
    output: [{ ...messageOf(head, status, content), ...originOf(ended) }],
    usage: {
      input_tokens: usage.input_tokens ?? 0,
      input_tokens_details: { cached_tokens: usage.cached_tokens ?? 0 },
      output_tokens: usage.output_tokens ?? 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.total_tokens ?? 0,
    },
  };
}

type OutputMessage = ResponseAnswer['output'][number];

function messageOf({ traceId }: ResponseHead, status: OutputMessage['status'], text: string): OutputMessage {
  const content: OutputMessage['content'] = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: traceId, status, role: 'assistant', content };
}

/** Converts completion events into those of a streamed response. */
export class ResponseEvents implements StreamedAnswer {
  readonly #stream: EventStream;
  readonly #head: ResponseHead;
  #sequence = 0;
  readonly #told = new ToldText();

  constructor(stream: EventStream, head: ResponseHead) {
    this.#stream = stream;
    this.#head = head;
    const response = beginResponse(head);
    this.#send('response.created', { response });
    this.#send('response.in_progress', { response });
    this.#send('response.output_item.added', {
      output_index: 0,
      item: { ...messageOf(head, 'in_progress', ''), content: [] },
    });
    this.#send('response.content_part.added', { ...this.#place, part: messageOf(head, 'in_progress', '').content[0] });
  }

  add(event: CompletionEvent): void {
    const delta = this.#told.take(event);
    if (delta !== undefined) this.#send('response.output_text.delta', { ...this.#place, delta, logprobs: [] });
  }

  finish(answer: CompletionAnswer): void {
    const text = this.#told.hasSpoken ? this.#told.text : answer.message.content;
    const { finish_reason, usage } = answer;
    const response = endResponse(this.#head, { finish_reason, usage, content: text, ...this.#told.originOf(answer) });
    const [item] = response.output;
    this.#send('response.output_text.done', { ...this.#place, text, logprobs: [] });
    this.#send('response.content_part.done', { ...this.#place, part: item.content[0] });
    this.#send('response.output_item.done', { output_index: 0, item });
    this.#send(response.status === 'completed' ? 'response.completed' : 'response.incomplete', { response });
    this.#stream.end();
  }

  fail(thrown: ServiceError, requestId: string): void {
    const { code, message, param } = chatErrorOf(thrown, requestId).error;
    this.#send('error', { code, message, param });
    this.#stream.end();
  }

  get #place() {
    return { item_id: this.#head.traceId, output_index: 0, content_index: 0 };
  }

  #send(type: string, fields: object): void {
    this.#stream.send({ type, sequence_number: this.#sequence, ...fields });
    this.#sequence += 1;
  }
}
