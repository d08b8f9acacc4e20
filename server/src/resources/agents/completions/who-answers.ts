import { ServiceError } from '../../../errors.ts';
import type { AnswerParams } from '../schemas.ts';
import { builtin } from '../schemas.ts';
import { smallProviders } from './demands.ts';
import { providerFaults } from './error-codes.ts';
import type { CompletionEvent } from './events.ts';
import { type Grounding, judgeGrounding } from './grounding.ts';
import type { PlainMessage } from './prompt.ts';
import type { FinishReason } from './schemas.ts';
import { agreesWith } from './second-opinion.ts';
import { type Answer, type Assignment, makeAnswer } from './tool-loop.ts';
import { emptyTrace, hasLookedUp, type Trace } from './trace.ts';
import { addUsage, noUsage } from './usage.ts';

/** An answer with who gave it and what it rests on. */
export interface GroundedAnswer extends Answer, Grounding {
  answeredBy: string;
}

export interface Question {
  messages: readonly PlainMessage[];
  hasSkills: boolean;
  /** Whether it asks nothing that skills could answer; told only of a language model that has skills. */
  isTalk: boolean;
  /** How answers must be grounded. */
  grounding: NonNullable<AnswerParams['grounding']>;
}

/** Those who may answer; undefined for who may not. */
export interface Answerers {
  /** The agent's own language model; its draft is made once nobody is sure before it. */
  own: () => Promise<Assignment>;
  /** The builtin answerer, where it answers only what it is sure of. */
  sure: (() => Promise<Assignment>) | undefined;
  /** The builtin answerer in place of a language model that fails. */
  fallback: (() => Promise<Assignment>) | undefined;
  /** Tools of which the builtin answerer knows nothing: it cannot judge what they gave. */
  foreignTools: ReadonlySet<string>;
}

/**
 * Answers in the order of trust: the builtin answerer where it is sure, the language model where it looked something
 * up, the builtin answerer again, and else a refusal, or the answer marked as not looked up.
 * @throws ServiceError when the provider fails and nobody else answers
 */
export async function answerQuestion(answerers: Answerers, question: Question, trace: Trace): Promise<GroundedAnswer> {
  const { sure, fallback } = answerers;
  const first = sure && (await askBuiltin(await sure(), question));
  if (first?.answer.isAnswer) return adopt(first, trace);
  const own = await answerers.own();
  const asked = await askModel(own, question, trace);
  const good = 'fault' in asked || !isGood(asked, question) ? undefined : asked;
  if (good && !mayMislead(good, own, question)) return good;
  const other = fallback && (await askBuiltin(await fallback(), question));
  if (other?.answer.isAnswer) {
    const byRules = adopt(other, trace);
    return good && agrees(good, other, question) ? good : byRules;
  }
  if ('fault' in asked) throw asked.fault;
  const isStrict = question.grounding === 'require';
  if (good)
    return isStrict && canJudge(answerers, trace)
      ? refuse(good, own, other && adopt(other, trace))
      : { ...good, grounded: false };
  if (asked.isAnswer && asked.isBare && isStrict) return refuse(asked, own, other && adopt(other, trace));
  return other && !isOutcome(asked) ? { ...adopt(other, trace), ...limitOf(asked) } : asked;
}

/** Whether the rules could bear out what was looked up; where they could not, an answer is marked and not refused. */
function canJudge({ fallback, foreignTools }: Answerers, { steps }: Trace): boolean {
  return fallback !== undefined && !steps.some((step) => step.kind === 'tool' && foreignTools.has(step.name));
}

/** Whether there is something to tell where the rules have no answer: what there is of a late one, and a provider's refusal. */
function isOutcome({ isAnswer, finishReason }: Answer): boolean {
  return finishReason === 'content_filter' || (isAnswer && finishReason === 'time_limit');
}

/** What ended the work of the language model is told, also where the rules say what they lack. */
function limitOf({ finishReason }: Answer): Pick<Answer, 'finishReason'> | undefined {
  return limits.has(finishReason) ? { finishReason } : undefined;
}

const limits: ReadonlySet<FinishReason> = new Set(['step_limit', 'time_limit', 'tool_errors']);

async function askModel(
  own: Assignment,
  question: Question,
  trace: Trace,
): Promise<GroundedAnswer | { fault: ServiceError }> {
  const before = trace.steps.length;
  try {
    const answer = await makeAnswer(own, trace);
    const steps = trace.steps.slice(before);
    return { ...answer, ...judge(own, question, answer, steps), answeredBy: own.asked.model };
  } catch (error) {
    if (error instanceof ServiceError && codes.has(error.code)) return { fault: error };
    throw error;
  }
}

const codes: ReadonlySet<string> = new Set(providerFaults);

function judge({ asked }: Assignment, question: Question, answer: Answer, steps: Trace['steps']): Grounding {
  if (question.grounding === 'off') return {};
  return asked.provider === builtin ? restsOn(question, steps) : judgeGrounding({ ...question, answer, steps });
}

/** A figure among others that was only worked out is marked, not refused: the language model may have added up. */
function isGood({ isGarbled, isBare = false }: GroundedAnswer, { grounding }: Question): boolean {
  return !isGarbled && (grounding !== 'require' || !isBare);
}

/** What the builtin answerer says, an answer or a refusal, before anybody is told. */
interface Opinion {
  answer: GroundedAnswer;
  inner: Trace;
  told: CompletionEvent[];
  emit: Assignment['emit'];
}

/** Returns what the builtin answerer says; undefined where it cannot just now, or has nothing to say. */
async function askBuiltin(assignment: Assignment, question: Question): Promise<Opinion | undefined> {
  const inner = emptyTrace(noUsage);
  const told: CompletionEvent[] = [];
  const emit = assignment.emit && ((event: CompletionEvent) => void told.push(event));
  using budget = assignment.budget;
  const answer = await makeAnswer({ ...assignment, emit }, inner).catch((error) => {
    if (budget.wasLeft || !(error instanceof ServiceError)) throw error;
    return undefined;
  });
  if (!answer || answer.isGarbled || budget.isUp) return undefined;
  const given = { ...answer, ...restsOn(question, inner.steps), answeredBy: builtin };
  return { answer: given, inner, told, emit: assignment.emit };
}

/** Takes an opinion for the answer, or beside it: its steps are among those of the answer. */
function adopt({ answer, inner, told, emit }: Opinion, trace: Trace): GroundedAnswer {
  trace.steps.push(...inner.steps);
  trace.usage = addUsage(trace.usage, inner.usage);
  for (const event of told) if (event.type !== 'token') emit?.(event);
  return answer;
}

/**
 * Whether an answer needs a second opinion: small models that look something up only when pressed tell figures of any
 * result as the answer.
 */
function mayMislead({ wasPressed, isAnswer }: Answer, { asked }: Assignment, question: Question): boolean {
  const needsGround = question.hasSkills && !question.isTalk && question.grounding !== 'off';
  return wasPressed && isAnswer && needsGround && smallProviders.has(asked.provider);
}

function agrees({ text }: Answer, { answer, inner }: Opinion, { messages }: Question): boolean {
  return agreesWith(inner.steps, answer.text, { text, question: messages.at(-1)?.content ?? '' });
}

/** The builtin answerer says only what tools gave it, and what it works out of that. */
function restsOn({ hasSkills }: Question, steps: Trace['steps']): Grounding {
  return hasSkills && hasLookedUp(steps) ? { grounded: true } : {};
}

const notLookedUp =
  'I cannot answer that with certainty: I did not find it in what I can look up. Please ask in other words.';

/**
 * Refuses as the rules do, which name what they lack.
 * @throws ServiceError for an answer of a form that has no room for a refusal
 */
function refuse(answer: GroundedAnswer, { form, asked }: Assignment, byRules?: GroundedAnswer): GroundedAnswer {
  if (byRules) return { ...byRules, ...limitOf(answer) };
  if (form) throw new ServiceError('provider_failed', `The language model of ${asked.provider} looked nothing up.`);
  const { grounded: _, unfounded: __, isBare: ___, ...rest } = answer;
  return { ...rest, text: notLookedUp, isAnswer: false };
}
