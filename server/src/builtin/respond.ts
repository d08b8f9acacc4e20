import type { LanguageModelV4Content, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import { type Asides, metadataOf } from './asides.ts';
import { composeReading } from './compose-reading.ts';
import { composeResult } from './compose-result.ts';
import type { Conversation, ToolOutcome } from './conversation.ts';
import { composeHealth, type HealthPlan } from './health.ts';
import type { Hints } from './hints.ts';
import { answerFromPassages } from './passages/extract.ts';
import type { Plan, Refused } from './plan-kinds.ts';
import { composePrediction } from './predictions/compose-prediction.ts';
import type { PredictionRequest } from './predictions/understand.ts';
import { asList, findFields } from './shapes.ts';
import type { Surroundings } from './surroundings.ts';
import {
  isDown,
  mostHinted,
  sayAlternatives,
  sayDoubted,
  sayFailure,
  sayGreeting,
  sayHelp,
  sayRefusal,
  sayStale,
  sayTooLong,
} from './talk.ts';

/** Finds hints for a refusal with words that were not read. */
type Hint = (unread: readonly string[]) => Promise<Hints> | Hints;

/** Calls the tools that the question needs; after their results it phrases the answer. */
export async function respond(
  { outcomes }: Conversation,
  plan: Plan,
  surroundings: Surroundings,
  { mayCall, hint }: { mayCall: boolean; hint: Hint },
): Promise<LanguageModelV4Content[]> {
  if (outcomes.length === 0 && mayCall) {
    const calls = plan.kind === 'refuse' && plan.doubted ? callsOf(plan.doubted) : callsOf(plan);
    if (calls.length > 0) return calls;
  }
  const { text, isAnswer } =
    outcomes.length > 0 ? await answer(plan, outcomes, surroundings, hint) : await say(plan, surroundings, hint);
  const asides: Asides = { ...(isAnswer ? {} : { answered: false }), ...asidesFor(plan, surroundings) };
  return [{ type: 'text', text, ...(Object.keys(asides).length > 0 ? { providerMetadata: metadataOf(asides) } : {}) }];
}

/** Strangers are told what they can ask, not what the tables lack. */
function asidesFor(plan: Plan, surroundings: Surroundings): Asides {
  const { isPublic } = surroundings;
  const alternatives = 'alternatives' in plan ? (plan.alternatives ?? []) : [];
  const help = 'wouldHelp' in plan && !isPublic && !isDown(surroundings) ? plan.wouldHelp : undefined;
  return { ...(alternatives.length > 0 ? { alternatives } : {}), ...(help ? { would_help: help } : {}) };
}

interface BuiltinResponse {
  text: string;
  /** False for a refusal. */
  isAnswer: boolean;
}

const answering = (text: string): BuiltinResponse => ({ text, isAnswer: true });
const refusing = (text: string): BuiltinResponse => ({ text, isAnswer: false });

export function callsOf(plan: Plan): LanguageModelV4ToolCall[] {
  if (plan.kind === 'read' || plan.kind === 'verified') return [call(plan.tool, { sql: plan.sql })];
  if (plan.kind === 'predict') return [call(plan.tool, argumentsOf(plan.request))];
  if (plan.kind === 'health') return plan.watched.map(({ tool }) => call(tool, {}));
  return plan.kind === 'search' ? plan.tools.map((tool) => call(tool, { query: plan.question })) : [];
}

function argumentsOf({ inputs, explains }: PredictionRequest): Readonly<Record<string, unknown>> {
  return explains && !('explain' in inputs) ? { ...inputs, explain: true } : inputs;
}

function call(toolName: string, input: Readonly<Record<string, unknown>>): LanguageModelV4ToolCall {
  return { type: 'tool-call', toolCallId: `call_${crypto.randomUUID()}`, toolName, input: JSON.stringify(input) };
}

/** Answers what needs no tool, or what no tool can answer. */
async function say(plan: Plan, surroundings: Surroundings, hint: Hint): Promise<BuiltinResponse> {
  if (plan.kind === 'greet') return answering(sayGreeting(surroundings, await hint([])));
  if (plan.kind === 'help') return answering(sayHelp(surroundings, await hint([])));
  if (plan.kind === 'thank') return answering('You are welcome.');
  if (plan.kind === 'leave') return refusing('');
  if (plan.kind === 'ask') return refusing(sayAlternatives(plan.alternatives));
  if (plan.kind === 'health') return sayHealth(plan, [], surroundings, hint);
  if (plan.kind !== 'refuse') return refuse(surroundings, hint);
  return plan.isLong ? refusing(sayTooLong()) : refuse(surroundings, hint, plan, plan.leans);
}

async function refuse(
  surroundings: Surroundings,
  hint: Hint,
  refused: Refused = { unread: [] },
  leans = false,
): Promise<BuiltinResponse> {
  return refusing(sayRefusal(surroundings, await hint(refused.unread.slice(0, mostHinted)), refused, leans));
}

async function answer(
  plan: Plan,
  outcomes: readonly ToolOutcome[],
  surroundings: Surroundings,
  hint: Hint,
): Promise<BuiltinResponse> {
  if (plan.kind === 'health') return sayHealth(plan, outcomes, surroundings, hint);
  const answered = outcomes.filter(({ failed }) => !failed);
  if (answered.length === 0) return refusing(sayFailed(plan, outcomes[0].content));
  if (plan.kind === 'refuse') return doubt(plan, answered, surroundings, hint);
  if (plan.kind === 'search') return quotePassages(plan, answered, surroundings, hint);
  const text = composeAnswer(plan, answered);
  if (text !== undefined) return answering(text);
  return refuse(surroundings, hint);
}

/** Tells what may be meant, as no answer. */
async function doubt(
  plan: Extract<Plan, { kind: 'refuse' }>,
  answered: readonly ToolOutcome[],
  surroundings: Surroundings,
  hint: Hint,
): Promise<BuiltinResponse> {
  const text = plan.doubted ? composeAnswer(plan.doubted, answered) : undefined;
  return text === undefined
    ? refuse(surroundings, hint, plan, plan.leans)
    : refusing(sayDoubted(text, surroundings, plan));
}

/** Without a call, or where all failed and nothing else is known, it is no answer. */
function sayHealth(
  plan: HealthPlan,
  outcomes: readonly ToolOutcome[],
  surroundings: Surroundings,
  hint: Hint,
): BuiltinResponse | Promise<BuiltinResponse> {
  const isKnown = plan.unmonitored.length + plan.gone.length > 0 || outcomes.some(({ failed }) => !failed);
  if (outcomes.length > 0 && !isKnown) return refusing(sayFailure(outcomes[0].content));
  const isAsked = outcomes.length > 0 || plan.watched.length === 0;
  const text = isAsked ? composeHealth(plan, outcomes) : undefined;
  return text === undefined ? refuse(surroundings, hint) : answering(text);
}

function sayFailed(plan: Plan, content: unknown): string {
  return plan.kind === 'verified' && /(Binder|Catalog) Error/.test(String(content)) ? sayStale() : sayFailure(content);
}

/** A refusal shows the closest passage too, in case it answers what the words did not match. */
function quotePassages(
  { question, unread, isLong }: Extract<Plan, { kind: 'search' }>,
  answered: readonly ToolOutcome[],
  surroundings: Surroundings,
  hint: Hint,
): BuiltinResponse | Promise<BuiltinResponse> {
  const passages = answered.flatMap((outcome) => asList(findFields(outcome.content, 'passages')?.passages));
  const quoted = answerFromPassages(question, { passages });
  if (quoted?.isAnswer) return answering(quoted.text);
  if (quoted) return refusing(`I cannot answer that with certainty. The closest that I found:\n\n${quoted.text}`);
  return isLong ? refusing(sayTooLong()) : refuse(surroundings, hint, { unread });
}

function composeAnswer(plan: Plan, answered: readonly ToolOutcome[]): string | undefined {
  const [{ content }] = answered;
  if (plan.kind === 'predict') return composePrediction(plan.model, plan.request, content);
  if (plan.kind === 'read') return composeReading(plan.reading, content, plan);
  return plan.kind === 'verified' ? composeResult(content) : undefined;
}
