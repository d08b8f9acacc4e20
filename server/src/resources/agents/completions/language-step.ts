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
import { type EarlyEnd, TextGuard, withoutRepetition } from '../../../platform/language/text-guard.ts';
import { TextRoom } from './text-room.ts';

/** Maximum characters of one answer of a language model: texts, reasoning and calls together. */
export const mostCharacters = 1_000_000;

/** The result of one call of a language model. */
export interface ModelStep extends Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage'> {
  /** Why it was ended before the language model ended it. */
  ended?: EarlyEnd;
  /** Milliseconds until its first piece. */
  firstMs?: number;
}

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

/** What happens while a language model answers. */
export interface Watching {
  /** Receives the text piece by piece. */
  onText: (text: string) => void;
  /** Called with each piece of the answer, also of its reasoning and its calls. */
  onHeard: () => void;
  /** Time until the first piece of the answer. */
  firstMs: number;
  /** Whether that time begins with the stream, because others are answered first. */
  hasQueue?: boolean | undefined;
  /** Names the error when it is over. */
  tooLate: () => Error;
}

/**
 * Calls a language model once. The answer is always streamed, so that what there is survives a time limit, and a text
 * that goes round in circles or beyond its end is ended: its server gets free.
 * @throws CutShort when a stream fails after its start; before that the error of the provider's package
 */
export async function callModel(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  { onText, onHeard, firstMs, hasQueue = false, tooLate }: Watching,
): Promise<ModelStep> {
  const ending = new AbortController();
  let asked = performance.now();
  let firstAt: number | undefined;
  const startTimer = () => setTimeout(() => ending.abort(tooLate()), firstMs);
  let timer = hasQueue ? undefined : startTimer();
  const signals = [ending.signal, ...(options.abortSignal ? [options.abortSignal] : [])];
  try {
    const { stream } = await model.doStream({ ...options, abortSignal: AbortSignal.any(signals) });
    if (hasQueue) [asked, timer] = [performance.now(), startTimer()];
    const guard = model.provider === 'builtin' ? noGuard : new TextGuard();
    const collected = new Collected(onText, guard, new TextRoom(options.maxOutputTokens));
    const step = await readStream(stream, collected, () => {
      onHeard();
      firstAt ??= performance.now();
      clearTimeout(timer);
    });
    return firstAt === undefined ? step : { ...step, firstMs: firstAt - asked };
  } catch (error) {
    if (ending.signal.aborted && !options.abortSignal?.aborted) throw ending.signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    ending.abort(over);
  }
}

/** Ends what still listens: a reason that is there already costs no stack trace. */
const over = new Error('the call is over');

/** A stream that arrives at once would otherwise be read without a pause for anybody else. */
const longestStretchMs = 8;

async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  collected: Collected,
  onBeginning: () => void,
): Promise<ModelStep> {
  let since = performance.now();
  try {
    for await (const part of stream) {
      if (!isSetting.has(part.type)) onBeginning();
      if (!collected.hasRoomFor(part)) return collected.cut();
      const ended = collected.add(part);
      if (ended || collected.isFull) return collected.cut(ended);
      if (performance.now() - since < longestStretchMs) continue;
      await giveWay();
      since = performance.now();
    }
    return collected.finished();
  } catch (error) {
    throw new CutShort(collected.text, error);
  }
}

/** Parts that come before the first word. */
const isSetting: ReadonlySet<string> = new Set(['stream-start', 'response-metadata', 'raw']);

const noGuard = { take: (text: string) => ({ text }), rest: () => '' };

interface Block {
  type: 'text' | 'reasoning';
  text: string;
  providerMetadata?: SharedV4ProviderMetadata;
}
type BlockPart = Extract<LanguageModelV4StreamPart, { type: `${Block['type']}-${'start' | 'delta' | 'end'}` }>;

/** Collects the parts of a stream, and passes its text on. */
class Collected {
  readonly #content: LanguageModelV4Content[] = [];
  readonly #open = new Map<string, Block>();
  readonly #guard: Pick<TextGuard, 'take' | 'rest'>;
  readonly #room: TextRoom;
  readonly #onText: (text: string) => void;
  #characters = 0;
  #finish: { finishReason: LanguageModelV4FinishReason; usage: LanguageModelV4Usage } | undefined;

  /** @param guard watches the text; the builtin answerer, which may list equal rows, has none */
  constructor(onText: (text: string) => void, guard: Pick<TextGuard, 'take' | 'rest'>, room: TextRoom) {
    this.#onText = onText;
    this.#guard = guard;
    this.#room = room;
  }

  /** Whether the text went clearly beyond the tokens that were asked for. */
  get isFull(): boolean {
    return this.#room.isFull;
  }

  /** Returns why the answer ends here, if it does. */
  add(part: LanguageModelV4StreamPart): EarlyEnd | undefined {
    switch (part.type) {
      case 'text-delta':
        return this.#addText(part, this.#guard.take(withoutNul(part.delta)));
      case 'text-end':
        this.#addText({ ...part, type: 'text-delta', delta: '' }, { text: this.#guard.rest() });
        this.#addBlock(part);
        break;
      case 'text-start':
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
    return undefined;
  }

  #addText(
    part: Extract<BlockPart, { type: 'text-delta' }>,
    { text: whole, ended }: { text: string; ended?: EarlyEnd },
  ): EarlyEnd | undefined {
    const text = this.#room.take(whole);
    this.#addBlock({ ...part, delta: text });
    if (text !== '') this.#onText(text);
    return ended;
  }

  /** Counts a part; what arrives beyond the limit ends the answer. */
  hasRoomFor(part: LanguageModelV4StreamPart): boolean {
    if ('delta' in part) this.#characters += part.delta.length;
    // Some providers send the arguments in pieces before, and then again whole
    if (part.type === 'tool-call') this.#characters += part.toolName.length + part.input.length;
    return this.#characters <= 2 * mostCharacters;
  }

  /** Ends the answer before its language model does: as too long, or as complete where only its marks follow. */
  cut(ended?: EarlyEnd): ModelStep {
    const unified = ended === 'chat_tag' ? ('stop' as const) : ('length' as const);
    if (ended === 'repetition')
      for (const block of this.#content) if (block.type === 'text') block.text = withoutRepetition(block.text);
    const usage = this.#finish?.usage ?? usageUnknown;
    return { content: this.#content, finishReason: { unified, raw: undefined }, usage, ...(ended ? { ended } : {}) };
  }

  /** A signature of reasoning arrives with one of the parts and must be returned with the whole block. */
  #addBlock(part: BlockPart): void {
    const block = this.#begin(part.id, part.type.startsWith('text') ? 'text' : 'reasoning');
    if ('delta' in part) block.text += withoutNul(part.delta);
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

/** PostgreSQL keeps no such character, and nobody can read it. */
function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

export function textOf(content: readonly LanguageModelV4Content[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
