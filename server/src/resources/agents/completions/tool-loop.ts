import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { Alternative, WouldHelp } from '../../../builtin/asides.ts';
import { type LimitFigure, ServiceError } from '../../../errors.ts';
import type { Asked } from '../../../platform/language/faults.ts';
import type { Citation, ToolRun } from '../../skills/toolset.ts';
import type { BoundStep } from './bound-step.ts';
import type { CallSetting } from './call-setting.ts';
import { callTools, type ToolOutcome } from './call-tools.ts';
import type { AtOnce } from './call-turns.ts';
import { concludeAnswer, timeIsUp } from './conclude.ts';
import { Demands } from './demands.ts';
import { readStep } from './read-step.ts';
import { repeatModelStep } from './repeat-model-step.ts';
import { withoutFence } from './response-format.ts';
import type { FinishReason, Step } from './schemas.ts';
import type { StepsLeft } from './steps-left.ts';
import { takeStep } from './take-step.ts';
import { cutResult, Talk } from './talk.ts';
import { hasLookedUp, type Trace } from './trace.ts';
import { tellResult } from './written-calls.ts';

/** Consecutive invalid tool calls after which the language model must answer without tools; small ones learn less. */
const mostWrongCalls = 3;
const mostWrongWritten = 2;
/** Calls beyond the limit of one step that no question needs; each such step counts as a wrong call that stays one. */
const floodOfCalls = 50;

/** What one answer is made from. */
export interface Assignment extends CallSetting {
  prompt: LanguageModelV4Prompt;
  /** A shorter prompt, for a language model whose context is too small for the whole one. */
  shorterPrompt?: () => LanguageModelV4Prompt;
  /** Approximate maximum tokens of the prompt; each result may take a quarter. */
  maxInputTokens?: number | undefined;
  /** The question, which is said again beside results that are told in words. */
  question?: string;
  /** Whether an answer must rest on the result of a tool. One that does not is asked for once more, with a call. */
  mustLookUp?: boolean;
  /** A call that may lead to the answer, as the builtin answerer reads the question. */
  draft?: LanguageModelV4ToolCall | undefined;
  /** How often the language model may be called. */
  steps: StepsLeft;
  /** Refuses a further step for who may not ask any more. */
  requireStillThere?: () => Promise<void>;
  /** Bounds how many calls run at once. */
  atOnce: AtOnce;
  run: ToolRun;
  onUnexpected: (error: unknown, tool: string) => void;
}

export interface Answer {
  text: string;
  finishReason: FinishReason;
  /** False when the skills hold no answer to the question. */
  isAnswer: boolean;
  /** Whether the language model did not come to an answer of its own: it is not to be shown where there is another. */
  isGarbled: boolean;
  /** Whether the language model made no call of a tool by itself: it was pressed to, or its text was taken for one. */
  wasPressed: boolean;
  citations: Citation[];
  /** Other readings of the question, and what a refusal lacks, as the builtin answerer tells. */
  alternatives?: Alternative[];
  wouldHelp?: WouldHelp;
  /** The limit that ended the answer, if any. */
  limit?: LimitFigure | undefined;
}

/**
 * Runs the tool loop: calls the language model and the tools that it asks for, until it answers. At a limit of steps,
 * time or wrong calls it must answer without tools, so that the user gets an answer.
 * @throws ServiceError when the provider fails; the reason of the signal when the caller disconnected
 */
export async function makeAnswer(assignment: Assignment, trace: Trace): Promise<Answer> {
  const { toolbox, budget, form } = assignment;
  const talk = new Talk(assignment.prompt, assignment.shorterPrompt);
  const citations: Citation[] = [];
  const before = trace.steps.length;
  const own = () => trace.steps.slice(before);
  const demands = new Demands(assignment);
  let wrongCalls = 0;
  let floods = 0;
  let wasCorrected = false;
  let isRepeated = false;
  for (let number = 1; ; number += 1) {
    if (number > 1) await assignment.requireStillThere?.();
    const isWrong = Math.max(wrongCalls, floods) >= (demands.areWritten ? mostWrongWritten : mostWrongCalls);
    const isLast = assignment.steps.take();
    const cap = capReached({ isLast, isShort: budget.isShort, isWrong });
    const wasRepeated = isRepeated;
    const mustAnswer = cap !== undefined || wasRepeated;
    const step = demands.next({ mustAnswer, isFirst: number === 1, hasFound: hasLookedUp(own()) });
    const modelStep = await takeStep(assignment, talk, step, trace);
    if (modelStep === undefined) {
      const { milliseconds } = budget;
      const ended = timeIsUp(trace.text, { milliseconds, hasFound: hasLookedUp(own()) });
      return { ...ended, citations, wasPressed: demands.hasPressed };
    }
    const read = readStep(modelStep, { toolbox, steps: own(), step, draft: assignment.draft });
    const { calls, content, isWritten } = read;
    if (read.isFenced) demands.noteFenced();
    if (isWritten) demands.noteWritten();
    if (calls.length > 0) demands.noteCalled();
    if (modelStep.beyond > floodOfCalls) floods += 1;
    // The last of too many calls is only refused, in each step anew
    const toRun = modelStep.beyond > 0 && calls.length > 1 ? calls.slice(0, -1) : calls;
    isRepeated = calls.length > 0 && toRun.every((call) => wasMade(call, own()));
    if (calls.length > 0 && !isRepeated) {
      const outcomes = await runCalls(assignment, calls, { trace, beyond: modelStep.beyond });
      citations.push(...outcomes.flatMap((outcome) => outcome.citations));
      // A successful call resets the count
      for (const outcome of outcomes) wrongCalls = outcome.isWrong ? wrongCalls + 1 : 0;
      talk.add(...tellCalls(content, calls, { outcomes, isWritten, question: assignment.question ?? '' }));
      continue;
    }
    if (isRepeated && !isLast) continue;
    if (!mustAnswer && demands.insists(hasLookedUp(own()))) continue;
    const ending = {
      cap: number > 1 ? cap : undefined,
      isRepeated: wasRepeated,
      hasFound: hasLookedUp(own()),
      asksJson: form !== undefined,
    };
    const answer = { ...concludeAnswer({ ...modelStep, content }, ending), citations, wasPressed: demands.hasPressed };
    if (form === undefined || answer.finishReason !== 'stop') return answer;
    const text = withoutFence(answer.text);
    const fault = await form.faultOf(text, budget.signal);
    if (fault === undefined) return { ...answer, text };
    if (wasCorrected || isLast) throw ofAnotherForm(assignment.asked, fault);
    wasCorrected = true;
    talk.add(repeatModelStep(content), correction(fault));
  }
}

/** The same call again would tell the same again. One that was refused may be tried again, as long as wrong calls may. */
function wasMade({ toolName, input }: LanguageModelV4ToolCall, steps: readonly Step[]): boolean {
  const asText = (value: unknown) => JSON.stringify(value)?.replace(/\s+/g, ' ');
  const same = ({ name, input: known }: { name: string; input: unknown }) =>
    name === toolName && asText(known) === asText(parsed(input));
  return steps.some((step) => step.kind === 'tool' && step.error === undefined && same(step));
}

function parsed(input: string): unknown {
  try {
    return input.trim() === '' ? {} : JSON.parse(input);
  } catch {
    return undefined;
  }
}

async function runCalls(
  { toolbox, run, atOnce, emit = () => {}, telemetry, onUnexpected, maxInputTokens }: Assignment,
  calls: LanguageModelV4ToolCall[],
  { trace, beyond }: { trace: Trace; beyond: number },
): Promise<ToolOutcome[]> {
  const outcomes = await callTools(calls, { toolbox, run, atOnce, emit, telemetry, onUnexpected }, beyond);
  trace.steps.push(...outcomes.map(({ step }) => step));
  if (maxInputTokens === undefined) return outcomes;
  const most = Math.max(leastResult, Math.floor(maxInputTokens * resultShare * charactersOfToken));
  return outcomes.map((outcome) => ({ ...outcome, part: cutResult(outcome.part, most) }));
}

const resultShare = 1 / 4;
const charactersOfToken = 3;
/** Characters of a result that are always told. */
const leastResult = 1500;

interface Made {
  outcomes: ToolOutcome[];
  isWritten: boolean;
  question: string;
}

/** Tells the calls and their results to the next step, in the manner in which they were made. */
function tellCalls(
  content: BoundStep['content'],
  calls: LanguageModelV4ToolCall[],
  { outcomes, isWritten, question }: Made,
): LanguageModelV4Message[] {
  if (isWritten) return outcomes.flatMap((outcome, at) => tellResult(calls[at], outcome, question));
  const repeated = content.some(({ type }) => type === 'tool-call') ? content : [...content, ...calls];
  return [repeatModelStep(repeated), { role: 'tool', content: outcomes.map(({ part }) => part) }];
}

function correction(fault: string): LanguageModelV4Message {
  const text = `That is not of the form that was asked for: ${fault.slice(0, 500)}. Answer with the JSON alone.`;
  return { role: 'user', content: [{ type: 'text', text }] };
}

function ofAnotherForm({ provider }: Asked, fault: string): ServiceError {
  const detail = `The language model of ${provider} gave no answer of the form that was asked for: ${fault.slice(0, 300)}.`;
  return new ServiceError('provider_failed', detail);
}

function capReached({
  isLast,
  isShort,
  isWrong,
}: Record<'isLast' | 'isShort' | 'isWrong', boolean>): FinishReason | undefined {
  if (isShort) return 'time_limit';
  if (isLast) return 'step_limit';
  return isWrong ? 'tool_errors' : undefined;
}
