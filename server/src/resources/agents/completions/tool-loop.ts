import { setTimeout as pause } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider';
import { beyondLimit, type LimitFigure, ServiceError } from '../../../errors.ts';
import { type Asked, isPassing, isTooLong, providerFault } from '../../../platform/language/faults.ts';
import type { Telemetry } from '../../../platform/telemetry/telemetry.ts';
import type { Citation, ToolRun } from '../../skills/toolset.ts';
import type { AnswerParams } from '../schemas.ts';
import { type BoundStep, boundStep } from './bound-step.ts';
import { callTools, type Toolbox, type ToolOutcome } from './call-tools.ts';
import type { AtOnce } from './call-turns.ts';
import { concludeAnswer, timeIsUp } from './conclude.ts';
import type { EmitCompletionEvent } from './events.ts';
import { readFencedQuery } from './fenced-query.ts';
import { CutShort, callModel, type ModelStep, textOf } from './language-step.ts';
import { repeatModelStep } from './repeat-model-step.ts';
import { type AnswerForm, withoutFence } from './response-format.ts';
import type { FinishReason, Step, Usage } from './schemas.ts';
import { failedStep, stepOf } from './step-records.ts';
import { Talk } from './talk.ts';
import type { TimeBudget } from './time-budget.ts';
import { addUsage, usageOf } from './usage.ts';
import { watchModelCall } from './watch.ts';

/** Consecutive invalid tool calls after which the language model must answer without tools. */
const mostWrongCalls = 3;
const pauseBeforeRetryMs = 250;

/** What one answer is made from. */
export interface Assignment {
  model: LanguageModelV4;
  /** The provider and model, named in failures. */
  asked: Asked;
  prompt: LanguageModelV4Prompt;
  /** A shorter prompt, for a language model whose context is too small for the whole one. */
  shorterPrompt?: () => LanguageModelV4Prompt;
  /** Required format of the answer; text when absent. */
  form?: AnswerForm | undefined;
  toolbox: Toolbox;
  params: AnswerParams;
  /** Maximum calls of the language model. */
  maxSteps: number;
  /** Maximum tool calls that are run in one step. */
  mostCalls: number;
  /** Bounds how many calls run at once. */
  atOnce: AtOnce;
  budget: TimeBudget;
  run: ToolRun;
  /** Receives events; when undefined, nothing is streamed from the provider. */
  emit: EmitCompletionEvent | undefined;
  telemetry: Telemetry;
  onUnexpected: (error: unknown, tool: string) => void;
}

export interface Answer {
  text: string;
  finishReason: FinishReason;
  /** False when the skills hold no answer to the question. */
  isAnswer: boolean;
  citations: Citation[];
  /** The limit that ended the answer, if any. */
  limit?: LimitFigure | undefined;
}

/** The progress of an answer. It is filled during the work and stored even when the work fails. */
export interface Trace {
  steps: Step[];
  usage: Usage;
  /** Text of the current step. */
  text: string;
}

/**
 * Runs the tool loop: calls the language model and the tools that it asks for, until it answers. At a limit of steps,
 * time or wrong calls it must answer without tools, so that the user gets an answer.
 * @throws ServiceError when the provider fails; the reason of the signal when the caller disconnected
 */
export async function makeAnswer(assignment: Assignment, trace: Trace): Promise<Answer> {
  const { toolbox, maxSteps, budget, form } = assignment;
  const talk = new Talk(assignment.prompt, assignment.shorterPrompt);
  const citations: Citation[] = [];
  let wrongCalls = 0;
  let wasCorrected = false;
  for (let number = 1; ; number += 1) {
    const cap = capReached({ isLast: number >= maxSteps, isShort: budget.isShort, wrongCalls });
    const step = { mustAnswer: cap !== undefined, isNudged: cap !== undefined && number > 1 };
    const modelStep = await takeStep(assignment, talk, step, trace);
    if (modelStep === undefined) return { ...timeIsUp(trace.text, budget.milliseconds), citations };
    const calls = step.mustAnswer ? [] : callsIn(modelStep, toolbox, trace.steps);
    if (calls.length > 0) {
      const outcomes = await runCalls(assignment, calls, { trace, beyond: modelStep.beyond });
      citations.push(...outcomes.flatMap((outcome) => outcome.citations));
      // A successful call resets the count
      for (const { step } of outcomes) wrongCalls = step.error === undefined ? 0 : wrongCalls + 1;
      const repeated = modelStep.content.some(({ type }) => type === 'tool-call')
        ? modelStep.content
        : [...modelStep.content, ...calls];
      talk.add(repeatModelStep(repeated), { role: 'tool', content: outcomes.map(({ part }) => part) });
      continue;
    }
    const answer = { ...concludeAnswer(modelStep, number > 1 ? cap : undefined), citations };
    if (form === undefined || answer.finishReason !== 'stop') return answer;
    const text = withoutFence(answer.text);
    const fault = await form.faultOf(text, budget.signal);
    if (fault === undefined) return { ...answer, text };
    if (wasCorrected || number >= maxSteps) throw ofAnotherForm(assignment.asked, fault);
    wasCorrected = true;
    talk.add(repeatModelStep(modelStep.content), correction(fault));
  }
}

function callsIn(modelStep: ModelStep, toolbox: Toolbox, steps: readonly Step[]): LanguageModelV4ToolCall[] {
  const calls = modelStep.content.filter((part) => part.type === 'tool-call');
  return calls.length > 0 ? calls : readFencedQuery(modelStep, toolbox, steps);
}

async function runCalls(
  { toolbox, run, atOnce, emit = () => {}, telemetry, onUnexpected }: Assignment,
  calls: LanguageModelV4ToolCall[],
  { trace, beyond }: { trace: Trace; beyond: number },
): Promise<ToolOutcome[]> {
  const outcomes = await callTools(calls, { toolbox, run, atOnce, emit, telemetry, onUnexpected }, beyond);
  trace.steps.push(...outcomes.map(({ step }) => step));
  return outcomes;
}

function correction(fault: string): LanguageModelV4Message {
  const text = `That is not of the form that was asked for: ${fault.slice(0, 500)}. Answer with the JSON alone.`;
  return { role: 'user', content: [{ type: 'text', text }] };
}

function ofAnotherForm({ provider }: Asked, fault: string): ServiceError {
  const detail = `The language model of ${provider} gave no answer of the form that was asked for: ${fault.slice(0, 300)}.`;
  return new ServiceError('provider_failed', detail);
}

const nudge = 'No more tools can be used. Answer now from what is known, and say what is missing.';

/** Adds the request to answer to the instructions: as a separate message it would look like the user's. */
function withNudge([first, ...rest]: LanguageModelV4Prompt): LanguageModelV4Prompt {
  if (first.role !== 'system') return [{ role: 'system', content: nudge }, first, ...rest];
  return [{ ...first, content: `${first.content}\n\n${nudge}` }, ...rest];
}

function capReached({ isLast, isShort, wrongCalls }: { isLast: boolean; isShort: boolean; wrongCalls: number }) {
  if (isShort) return 'time_limit';
  if (wrongCalls >= mostWrongCalls) return 'tool_errors';
  return isLast ? 'step_limit' : undefined;
}

interface StepToTake {
  mustAnswer: boolean;
  isNudged: boolean;
}

/** Calls the language model once and records the step, also when it fails. Returns undefined when the time ran out. */
async function takeStep(
  assignment: Assignment,
  talk: Talk,
  step: StepToTake,
  trace: Trace,
): Promise<BoundStep | undefined> {
  const { asked, budget } = assignment;
  const started = Date.now();
  trace.text = '';
  try {
    const prompt = step.isNudged ? withNudge(talk.messages) : talk.messages;
    const options = optionsOf(assignment, prompt, step.mustAnswer);
    const modelStep = boundStep(await callWithRetry(assignment, options, trace), assignment.mostCalls);
    trace.text = textOf(modelStep.content);
    trace.usage = addUsage(trace.usage, usageOf(modelStep.usage));
    trace.steps.push(stepOf(modelStep, started));
    return modelStep;
  } catch (error) {
    if (!budget.isUp) budget.signal.throwIfAborted();
    const fault = budget.isUp ? outOfTime(asked, budget) : providerFault(error, asked);
    const hasWorked = trace.text !== '' || trace.steps.some(({ kind }) => kind === 'tool');
    trace.steps.push(failedStep(fault, trace.text, started));
    if (budget.isUp && hasWorked) return undefined;
    if (isTooLong(fault) && talk.shorten()) return takeStep(assignment, talk, step, trace);
    throw fault;
  }
}

/** Retries a temporary failure once, unless text was already emitted. */
async function callWithRetry(
  { model, asked, budget, emit, telemetry }: Assignment,
  options: LanguageModelV4CallOptions,
  trace: Trace,
): Promise<ModelStep> {
  const onText =
    emit &&
    ((text: string) => {
      trace.text += text;
      emit({ type: 'token', text });
    });
  const callOnce = () => watchModelCall(telemetry, asked, options, () => callModel(model, options, onText));
  try {
    return await callOnce();
  } catch (error) {
    budget.signal.throwIfAborted();
    if (trace.text !== '' || !isPassing(providerFault(causeOf(error), asked))) throw causeOf(error);
    await pause(pauseBeforeRetryMs, undefined, { signal: budget.signal });
    return callOnce().catch((second) => {
      throw causeOf(second);
    });
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof CutShort ? error.cause : error;
}

function optionsOf(
  { toolbox, params, budget, form, asked }: Assignment,
  prompt: LanguageModelV4Prompt,
  mustAnswer: boolean,
): LanguageModelV4CallOptions {
  const tools = [...toolbox.values()].map(({ tool }) => describeTool(tool));
  // Google accepts either tools or a response format, so only the last step, which has no tools, sets it
  const asksForm = form !== undefined && (asked.provider !== 'google' || tools.length === 0);
  return {
    prompt,
    ...(asksForm ? { responseFormat: form.asked } : {}),
    abortSignal: budget.signal,
    ...(tools.length > 0 ? { tools, toolChoice: { type: mustAnswer ? 'none' : 'auto' } } : {}),
    temperature: params.temperature,
    topP: params.top_p,
    maxOutputTokens: params.max_output_tokens,
    seed: params.seed,
    stopSequences: params.stop,
    reasoning: params.reasoning,
  };
}

function describeTool({ name, description, parameters }: { name: string; description: string; parameters: object }) {
  return { type: 'function', name, description, inputSchema: parameters } satisfies LanguageModelV4FunctionTool;
}

function outOfTime({ provider }: Asked, { milliseconds }: TimeBudget): ServiceError {
  const limit = { name: 'completion_timeout_ms', value: milliseconds } as const;
  return beyondLimit('provider_timeout', `The provider ${provider} gave no answer within ${milliseconds} ms.`, limit);
}
