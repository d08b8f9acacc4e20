import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { untilAborted } from '../until-aborted.ts';
import type { ModelEvent, ModelReply, ModelRequest } from './handler.ts';

export type RunGguf = (
  request: Omit<ModelRequest, 'file'>,
  signal: AbortSignal,
  onProgress: (event: ModelEvent) => void,
) => Promise<ModelReply>;

const usualOutputTokens = 1024;

/**
 * A GGUF file as a language model. Its stream begins when its turn has come and it is loaded. Who asks waits no longer
 * than the signal, also for a process that does not hear it.
 */
export function ggufModel(modelId: string, runToEnd: RunGguf): LanguageModelV4 {
  const run: RunGguf = (request, signal, onProgress) => untilAborted(signal, runToEnd(request, signal, onProgress));
  return {
    specificationVersion: 'v4',
    provider: 'llama_cpp',
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      const reply = await run(requestOf(options), options.abortSignal ?? new AbortController().signal, () => {});
      const text = reply.text === '' ? [] : [{ type: 'text' as const, text: reply.text }];
      return { content: [...text, ...callsOf(reply)], ...endOf(reply), warnings: [] };
    },
    async doStream(options) {
      const leaving = new AbortController();
      const signal = AbortSignal.any([leaving.signal, ...(options.abortSignal ? [options.abortSignal] : [])]);
      const loaded = Promise.withResolvers<void>();
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          const pieces = new Pieces((part) => signal.aborted || controller.enqueue(part));
          const onProgress = (event: ModelEvent) => (event.type === 'loaded' ? loaded.resolve() : pieces.add(event));
          run(requestOf(options), signal, onProgress).then(
            (reply) => {
              pieces.end(reply);
              if (!signal.aborted) controller.close();
            },
            (error: unknown) => {
              loaded.reject(error);
              if (!leaving.signal.aborted) controller.error(error);
            },
          );
        },
        cancel: () => leaving.abort(),
      });
      await loaded.promise;
      return { stream };
    },
  };
}

function requestOf(options: LanguageModelV4CallOptions): Omit<ModelRequest, 'file'> {
  const { prompt, tools = [], toolChoice, responseFormat, maxOutputTokens = usualOutputTokens, reasoning } = options;
  const named = tools.flatMap((tool) =>
    tool.type === 'function' ? [[tool.name, { description: tool.description, schema: tool.inputSchema }] as const] : [],
  );
  return {
    prompt,
    tools: toolChoice?.type === 'none' ? undefined : Object.fromEntries(named),
    mustCall: toolChoice?.type === 'required',
    json: responseFormat?.type === 'json' ? { schema: responseFormat.schema } : undefined,
    maxTokens: maxOutputTokens,
    mayThink: reasoning !== undefined && reasoning !== 'none',
    temperature: options.temperature,
    topP: options.topP,
    seed: options.seed,
    stop: options.stopSequences,
  };
}

/** The pieces of an answer as parts of a stream: text and reasoning, each in blocks. */
class Pieces {
  readonly #send: (part: LanguageModelV4StreamPart) => void;
  #open: 'text' | 'reasoning' | undefined;
  #count = 0;

  constructor(send: (part: LanguageModelV4StreamPart) => void) {
    this.#send = send;
  }

  add({ type, text }: Exclude<ModelEvent, { type: 'loaded' }>): void {
    if (this.#open !== type) {
      this.#close();
      this.#open = type;
      this.#count += 1;
      this.#send({ type: `${type}-start`, id: String(this.#count) });
    }
    if (text !== '') this.#send({ type: `${type}-delta`, id: String(this.#count), delta: text });
  }

  end(reply: ModelReply): void {
    this.#close();
    for (const call of callsOf(reply)) this.#send(call);
    this.#send({ type: 'finish', ...endOf(reply) });
  }

  #close(): void {
    if (this.#open) this.#send({ type: `${this.#open}-end`, id: String(this.#count) });
    this.#open = undefined;
  }
}

function callsOf({ calls }: ModelReply): Extract<LanguageModelV4Content, { type: 'tool-call' }>[] {
  return calls.map(({ name, input }) => ({
    type: 'tool-call',
    toolCallId: `call_${crypto.randomUUID()}`,
    toolName: name,
    input: JSON.stringify(input),
  }));
}

function endOf({ calls, isCut, inputTokens, cachedTokens, outputTokens }: ModelReply) {
  const unified = calls.length > 0 ? 'tool-calls' : isCut ? 'length' : 'stop';
  return {
    finishReason: { unified, raw: undefined } satisfies LanguageModelV4FinishReason,
    usage: {
      inputTokens: {
        total: inputTokens,
        noCache: inputTokens - cachedTokens,
        cacheRead: cachedTokens,
        cacheWrite: undefined,
      },
      outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
    } satisfies LanguageModelV4Usage,
  };
}
