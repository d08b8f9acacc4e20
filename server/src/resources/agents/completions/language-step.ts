import { setImmediate as giveWay } from 'node:timers/promises';
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { LoopTurns } from '../../../platform/workers/loop-turns.ts';
import { CollectedStep, type Listening } from './collected-step.ts';
import type { ModelStep } from './model-step.ts';
import { partsOf } from './whole-answer.ts';

/** A stream that ended early, with the text received until then. */
export class CutShort extends Error {
  readonly text: string;

  constructor(text: string, cause: unknown) {
    super('the answer was cut short', { cause });
    this.text = text;
  }
}

/** What happens while a language model answers. */
export interface Watching extends Listening {
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
 * Of hundreds of answers that come in one moment some are read in each turn of the event loop: the first ones are stored
 * and sent while the others wait, which else would all end with the last.
 */
const answersInTurn = new LoopTurns(8);

/**
 * Calls a language model once. The answer is always streamed, so that what there is survives a time limit, and a text
 * that goes round in circles or beyond its end is ended: its server gets free.
 * @throws CutShort when a stream fails after its start; before that the error of the provider's package
 */
export async function callModel(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  { onHeard, firstMs, hasQueue = false, tooLate, ...listening }: Watching,
): Promise<ModelStep> {
  const ending = new AbortController();
  let asked = performance.now();
  let firstAt: number | undefined;
  const startTimer = () => setTimeout(() => ending.abort(tooLate()), firstMs);
  let timer = hasQueue ? undefined : startTimer();
  const signals = [ending.signal, ...(options.abortSignal ? [options.abortSignal] : [])];
  try {
    const { stream } = await model.doStream({ ...options, abortSignal: AbortSignal.any(signals) });
    await new Promise<void>((begin) => answersInTurn.take(begin));
    if (hasQueue) [asked, timer] = [performance.now(), startTimer()];
    const step = await readParts(stream, new CollectedStep(model, options, listening), () => {
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

/** The same for a language model that must not be streamed: its answer goes the same way, in pieces. */
export async function callWhole(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  { onHeard, ...listening }: Listening & Pick<Watching, 'onHeard'>,
): Promise<ModelStep> {
  const result = await model.doGenerate(options);
  return readParts(partsOf(result), new CollectedStep(model, options, listening), onHeard);
}

/** Ends what still listens: a reason that is there already costs no stack trace. */
const over = new Error('the call is over');

/** A stream that arrives at once would otherwise be read without a pause for anybody else. */
const longestStretchMs = 8;

async function readParts(
  parts: AsyncIterable<LanguageModelV4StreamPart> | Iterable<LanguageModelV4StreamPart>,
  collected: CollectedStep,
  onBeginning: () => void,
): Promise<ModelStep> {
  let since = performance.now();
  try {
    for await (const part of parts) {
      if (!isNoWord.has(part.type)) onBeginning();
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

/** Parts that come before the first word, or in its place: who only fails is not well. */
const isNoWord: ReadonlySet<string> = new Set(['stream-start', 'response-metadata', 'raw', 'error']);
