import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { beyondLimit, type ServiceError } from '../../../errors.ts';
import { estimateTokens } from '../../../platform/language/estimate-tokens.ts';
import { type Asked, isPassing, isTooLong, mayHaveCost, providerFault } from '../../../platform/language/faults.ts';
import { requestOfStep } from '../../../platform/language/gguf/chat-history.ts';
import { builtin } from '../schemas.ts';
import { type BoundStep, boundStep } from './bound-step.ts';
import { type CallRequest, optionsOf } from './call-options.ts';
import type { CallSetting } from './call-setting.ts';
import { CutShort, callModel, callWhole } from './language-step.ts';
import { type ModelStep, textOf } from './model-step.ts';
import type { Usage } from './schemas.ts';
import { failedStep, stepOf } from './step-records.ts';
import type { Talk } from './talk.ts';
import type { TimeBudget } from './time-budget.ts';
import type { Trace } from './trace.ts';
import { addUsage, completeUsage, noUsage, usageOf } from './usage.ts';
import { watchModelCall } from './watch.ts';

const pauseBeforeRetryMs = 250;

export interface StepToTake extends Pick<CallRequest, 'mustAnswer' | 'mustCall' | 'written'> {
  /** Words that are added to the instructions for this step. */
  nudge: string | undefined;
  /** Whether nobody may read the text yet, because it may be taken back. */
  isHeldBack: boolean;
}

/** Calls the language model once and records the step, also when it fails. Returns undefined when the time ran out. */
export async function takeStep(
  setting: CallSetting,
  talk: Talk,
  step: StepToTake,
  trace: Trace,
): Promise<BoundStep | undefined> {
  const { asked, budget, meter } = setting;
  const started = Date.now();
  const before = trace.counts.length;
  let leave = () => {};
  trace.text = '';
  trace.told = '';
  try {
    const options = optionsOf(setting, { ...step, prompt: withNudge(talk.messages, step.nudge) });
    if (meter) leave = await meter.enter(estimateTokens(JSON.stringify(options.prompt)));
    const modelStep = boundStep(await callWatched(setting, options, step, trace), setting.mostCalls);
    trace.text = textOf(modelStep.content);
    if (setting.manner && modelStep.opensUnseen !== undefined) setting.manner.opensUnseen = modelStep.opensUnseen;
    const told = usageOf(modelStep.usage, asked.price);
    const usage = count(setting, options, trace, {
      told,
      text: writtenIn(modelStep.content),
      firstMs: modelStep.firstMs,
    });
    trace.steps.push(stepOf(modelStep, { started, model: asked.model, usage }));
    return modelStep;
  } catch (error) {
    if (!budget.isUp) budget.signal.throwIfAborted();
    const fault = budget.isUp ? outOfTime(asked, budget) : providerFault(error, asked);
    const hasWorked = trace.text !== '' || trace.steps.some(({ kind }) => kind === 'tool');
    trace.steps.push(failedStep(fault, { text: trace.text, started, model: asked.model }));
    if (budget.isUp && hasWorked) return undefined;
    if (isTooLong(fault) && talk.shorten()) return takeStep(setting, talk, step, trace);
    // A server without grammars is asked in words alone
    if (step.written?.isConstrained && fault.code === 'provider_refused_request')
      return takeStep(setting, talk, { ...step, written: { ...step.written, isConstrained: false } }, trace);
    throw fault;
  } finally {
    if (meter) trace.counts.push(Promise.all(trace.counts.slice(before)).then(leave));
  }
}

/** Counts what a call used, and returns it; an estimate where its provider did not tell it, or was not heard to the end. */
function count(
  { meter, asked }: CallSetting,
  { prompt }: Pick<LanguageModelV4CallOptions, 'prompt'>,
  trace: Trace,
  { told = noUsage, text, firstMs }: { told?: Usage; text: string; firstMs?: number | undefined },
): Usage {
  const usage = meter ? completeUsage(told, prompt, text, asked.price) : told;
  trace.usage = addUsage(trace.usage, usage);
  if (meter) trace.counts.push(meter.add({ usage, isEstimated: usage.estimated === true, firstMs }));
  return usage;
}

/** Everything that a language model wrote: its words, thoughts and calls. */
function writtenIn(content: ModelStep['content']): string {
  const written = content.map((part) =>
    part.type === 'text' || part.type === 'reasoning' ? part.text : part.type === 'tool-call' ? part.input : '',
  );
  return written.join('\n');
}

/** Adds a request to the instructions: as a separate message it would look like the user's. */
function withNudge(prompt: LanguageModelV4Prompt, nudge: string | undefined): LanguageModelV4Prompt {
  if (nudge === undefined) return prompt;
  const [first, ...rest] = prompt;
  if (first.role !== 'system') return [{ role: 'system', content: nudge }, first, ...rest];
  const providerOptions = { ...first.providerOptions, ...requestOfStep(first.content.length) };
  return [{ ...first, content: `${first.content}\n\n${nudge}`, providerOptions }, ...rest];
}

/** Tells the breaker how it went. A short wait of the requester's own says nothing about the provider. */
async function callWatched(
  setting: CallSetting,
  options: LanguageModelV4CallOptions,
  step: StepToTake,
  trace: Trace,
): Promise<ModelStep> {
  const { breaker, budget, asked, firstTokenMs } = setting;
  breaker?.enter();
  const started = performance.now();
  let wasHeard = false;
  const onHeard = () => {
    if (!wasHeard) breaker?.succeeded(); // others need not wait for the end of the answer
    wasHeard = true;
  };
  try {
    return await callWithRetry(setting, options, { step, trace, onHeard });
  } catch (error) {
    const fault = budget.isUp ? outOfTime(asked, budget) : providerFault(error, asked);
    const isSilentAfterMs = Math.min(longSilenceMs, firstTokenMs);
    const isEnough = budget.isUp && !budget.isCallers && performance.now() - started >= isSilentAfterMs;
    const wasShort = budget.signal.aborted && !isEnough;
    if (isSilence(fault) && !wasHeard && !wasShort) breaker?.failed(fault.message);
    else breaker?.left();
    throw error;
  }
}

/** Milliseconds without a word that tell that a provider is silent, where a requester's time ends before its own. */
const longSilenceMs = 5000;

function isSilence({ code }: ServiceError): boolean {
  return code === 'provider_timeout' || code === 'provider_unavailable';
}

/** Retries a temporary failure once, unless text was already heard. */
async function callWithRetry(
  setting: CallSetting,
  options: LanguageModelV4CallOptions,
  { step: { isHeldBack }, trace, onHeard }: { step: StepToTake; trace: Trace; onHeard: () => void },
): Promise<ModelStep> {
  const { model, asked, budget, emit, telemetry, firstTokenMs, hasQueue, manner } = setting;
  let isTakenBack = false;
  const onRestart = () => {
    isTakenBack ||= trace.told !== '';
    trace.text = '';
  };
  const onText = (text: string) => {
    trace.text += text;
    if (isTakenBack) return; // the whole answer is told at the end, apart from what was a thought
    if (emit === undefined || isHeldBack || looksLikeCall.test(trace.text)) return;
    if (trace.told.length + text.length < trace.text.length) return; // its beginning was held back
    trace.told += text;
    emit({ type: 'token', text });
  };
  const listening = { onText, onRestart, onHeard, opensUnseen: manner?.opensUnseen };
  const watching = { ...listening, firstMs: firstTokenMs, hasQueue, tooLate: () => tooLate(asked, firstTokenMs) };
  const watched = (call: () => Promise<ModelStep>) =>
    countIfLost(setting, options, trace, () => watchModelCall(telemetry, asked, options, call));
  const callOnce = () => watched(() => callModel(model, options, watching));
  try {
    return await callOnce();
  } catch (error) {
    budget.signal.throwIfAborted();
    const fault = providerFault(causeOf(error), asked);
    if (trace.text === '' && refusesStreams(fault)) return watched(() => callWhole(model, options, listening));
    if (trace.text !== '' || !isPassing(fault)) throw causeOf(error);
    await pause(pauseBeforeRetryMs, undefined, { signal: budget.signal });
    return callOnce().catch((second) => {
      throw causeOf(second);
    });
  }
}

/** Counts a call that gave no whole answer, but on which its provider worked: also when nobody waits for it any more. */
async function countIfLost<Result>(
  setting: CallSetting,
  options: LanguageModelV4CallOptions,
  trace: Trace,
  call: () => Promise<Result>,
): Promise<Result> {
  const { asked, budget, hasQueue = false } = setting;
  budget.signal.throwIfAborted();
  try {
    return await call();
  } catch (error) {
    const wasLeft = budget.signal.aborted && !hasQueue; // who waits for a turn has not asked yet
    if (trace.text !== '' || wasLeft || mayHaveCost(providerFault(causeOf(error), asked)))
      count(setting, options, trace, { text: trace.text });
    throw error;
  }
}

/** A text that begins so may turn out to be a call; what is none is told when it is over. */
const looksLikeCall = /^\s*(?:[{<]|```json)/;

/** Some models may be streamed only by organisations that their provider has verified. */
function refusesStreams({ code, message }: ServiceError): boolean {
  return code === 'provider_refused_request' && /\bstream/i.test(message);
}

function causeOf(error: unknown): unknown {
  return error instanceof CutShort ? error.cause : error;
}

function tooLate({ provider }: Asked, value: number): ServiceError {
  const detail =
    provider === builtin ? unread(value) : `The provider ${provider} did not begin to answer within ${value} ms.`;
  return beyondLimit('provider_timeout', detail, { name: 'completion_first_token_ms', value });
}

function outOfTime({ provider }: Asked, { milliseconds }: TimeBudget): ServiceError {
  const limit = { name: 'completion_timeout_ms', value: milliseconds } as const;
  const detail =
    provider === builtin ? unread(milliseconds) : `The provider ${provider} gave no answer within ${milliseconds} ms.`;
  return beyondLimit('provider_timeout', detail, limit);
}

/** Who asks an agent without a language model has no provider. */
function unread(milliseconds: number): string {
  return `The question was not answered within ${milliseconds} ms. Ask again in a moment, or ask for less at once.`;
}
