import { setImmediate as giveWay } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { mostCharacters } from './bound-step.ts';

/** The result of one call of a language model. */
export type ModelStep = Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage'>;

/** A stream that ended early, with the text received until then. */
export class CutShort extends Error {
  readonly text: string;

  constructor(text: string, cause: unknown) {
    super('the answer was cut short', { cause });
    this.text = text;
  }
}

const usageUnknown: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/**
 * Calls a language model once. With `onText` the answer is streamed and passed on piece by piece.
 * @throws CutShort when a stream fails after its start; before that the error of the provider's package
 */
export async function callModel(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  onText: ((text: string) => void) | undefined,
): Promise<ModelStep> {
  if (onText === undefined) return model.doGenerate(options);
  const { stream } = await model.doStream(options);
  return readStream(stream, onText);
}

/** A stream that arrives at once would otherwise be read without a pause for anybody else. */
const longestStretchMs = 8;

async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  onText: (text: string) => void,
): Promise<ModelStep> {
  const collected = new Collected();
  let since = performance.now();
  try {
    for await (const part of stream) {
      if (!collected.hasRoomFor(part)) return collected.cut();
      if (part.type === 'text-delta' && part.delta !== '') onText(part.delta);
      collected.add(part);
      if (performance.now() - since < longestStretchMs) continue;
      await giveWay();
      since = performance.now();
    }
    return collected.finished();
  } catch (error) {
    throw new CutShort(collected.text, error);
  }
}

interface Block {
  type: 'text' | 'reasoning';
  text: string;
  providerMetadata?: SharedV4ProviderMetadata;
}
type BlockPart = Extract<LanguageModelV4StreamPart, { type: `${Block['type']}-${'start' | 'delta' | 'end'}` }>;

/** Collects the parts of a stream into the result of a call without streaming. */
class Collected {
  readonly #content: LanguageModelV4Content[] = [];
  readonly #open = new Map<string, Block>();
  #characters = 0;
  #finish: { finishReason: LanguageModelV4FinishReason; usage: LanguageModelV4Usage } | undefined;

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        this.#addBlock(part);
        break;
      case 'tool-call':
        this.#content.push(part);
        break;
      case 'finish':
        this.#finish = { finishReason: part.finishReason, usage: part.usage ?? usageUnknown };
        break;
      case 'error':
        throw part.error;
    }
  }

  /** Counts a part; what arrives beyond the limit ends the answer. */
  hasRoomFor(part: LanguageModelV4StreamPart): boolean {
    if ('delta' in part) this.#characters += part.delta.length;
    // Some providers send the arguments in pieces before, and then again whole
    if (part.type === 'tool-call') this.#characters += part.toolName.length + part.input.length;
    return this.#characters <= 2 * mostCharacters;
  }

  cut(): ModelStep {
    const finishReason = { unified: 'length' as const, raw: undefined };
    return { content: this.#content, finishReason, usage: this.#finish?.usage ?? usageUnknown };
  }

  /** A signature of reasoning arrives with one of the parts and must be returned with the whole block. */
  #addBlock(part: BlockPart): void {
    const block = this.#begin(part.id, part.type.startsWith('text') ? 'text' : 'reasoning');
    if ('delta' in part) block.text += part.delta;
    if (part.providerMetadata) block.providerMetadata = { ...block.providerMetadata, ...part.providerMetadata };
    if (part.type.endsWith('-end')) this.#open.delete(part.id);
  }

  #begin(id: string, type: Block['type']): Block {
    const known = this.#open.get(id);
    if (known) return known;
    const begun: Block = { type, text: '' };
    this.#open.set(id, begun);
    this.#content.push(begun);
    return begun;
  }

  get text(): string {
    return textOf(this.#content);
  }

  finished(): ModelStep {
    if (this.#finish === undefined) throw new Error('the stream ended without an end');
    return { content: this.#content, ...this.#finish };
  }
}

export function textOf(content: readonly LanguageModelV4Content[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
