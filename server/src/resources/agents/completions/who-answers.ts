import { ServiceError } from '../../../errors.ts';
import type { AnswerParams } from '../schemas.ts';
import { builtin } from '../schemas.ts';
import { smallProviders } from './demands.ts';
import { providerFaults } from './error-codes.ts';
import type { CompletionEvent } from './events.ts';
import { type Grounding, judgeGrounding } from './grounding.ts';
import type { PlainMessage } from './prompt.ts';
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
}

/**
 * Answers in the order of trust: the builtin answerer where it is sure, the language model where it looked something
 * up, the builtin answerer again, and else a refusal, or the answer marked as not looked up.
 * @throws ServiceError when the provider fails and nobody else answers
 */
export async function answerQuestion(answerers: Answerers, question: Question, trace: Trace): Promise<GroundedAnswer> {
  const { sure, fallback } = answerers;
  const first = sure && (await askBuiltin(await sure(), question, trace));
  if (first) return first;
  const own = await answerers.own();
  const asked = await askModel(own, question, trace);
  const good = 'fault' in asked || !isGood(asked, question) ? undefined : asked;
  if (good && !mayMislead(good, own, question)) return good;
  const before = trace.steps.length;
  const other = fallback && (await askBuiltin(await fallback(), question, trace));
  if (good && (!other || agrees(good, other, { question, steps: trace.steps.slice(before) })))
    return other ? good : { ...good, grounded: false };
  if (other) return other;
  if ('fault' in asked) throw asked.fault;
  return asked.isAnswer && asked.isBare && question.grounding === 'require' ? refuse(asked, own) : asked;
}

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

/** Returns the answer of the builtin answerer; undefined, and nobody is told, when it has none. */
async function askBuiltin(
  assignment: Assignment,
  question: Question,
  trace: Trace,
): Promise<GroundedAnswer | undefined> {
  const inner = emptyTrace(noUsage);
  const told: CompletionEvent[] = [];
  const emit = assignment.emit && ((event: CompletionEvent) => void told.push(event));
  using budget = assignment.budget;
  const answer = await makeAnswer({ ...assignment, emit }, inner).catch((error) => {
    if (budget.wasLeft || !(error instanceof ServiceError)) throw error;
    return undefined;
  });
  if (!answer?.isAnswer || budget.isUp) return undefined;
  trace.steps.push(...inner.steps);
  trace.usage = addUsage(trace.usage, inner.usage);
  for (const event of told) if (event.type !== 'token') assignment.emit?.(event);
  return { ...answer, ...restsOn(question, inner.steps), answeredBy: builtin };
}

/**
 * Whether an answer needs a second opinion: small models that look something up only when pressed tell figures of any
 * result as the answer.
 */
function mayMislead({ wasPressed, isAnswer }: Answer, { asked }: Assignment, question: Question): boolean {
  const needsGround = question.hasSkills && !question.isTalk && question.grounding !== 'off';
  return wasPressed && isAnswer && needsGround && smallProviders.has(asked.provider);
}

function agrees(
  { text }: Answer,
  other: Answer,
  { question: { messages }, steps }: { question: Question; steps: Trace['steps'] },
): boolean {
  return agreesWith(steps, other.text, { text, question: messages.at(-1)?.content ?? '' });
}

/** The builtin answerer says only what tools gave it, and what it works out of that. */
function restsOn({ hasSkills }: Question, steps: Trace['steps']): Grounding {
  return hasSkills && hasLookedUp(steps) ? { grounded: true } : {};
}

const notLookedUp =
  'I cannot answer that for sure: I did not find it out from what I can look up. Please ask it in other words.';

/** @throws ServiceError for an answer of a form that has no room for a refusal */
function refuse(answer: GroundedAnswer, { form, asked }: Assignment): GroundedAnswer {
  if (form) throw new ServiceError('provider_failed', `The language model of ${asked.provider} looked nothing up.`);
  const { grounded: _, unfounded: __, isBare: ___, ...rest } = answer;
  return { ...rest, text: notLookedUp, isAnswer: false };
}
