import { invalidField, ServiceError } from '../../../errors.ts';
import { serviceErrorOf } from '../../../http/reply/problem.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { requesterOf } from '../../../platform/workers/fair-turns.ts';
import { requireTokens } from '../../spending/budgets.ts';
import { meetParams } from '../caller-params.ts';
import type { AgentContext, AgentServices } from '../context.ts';
import type { KeptAnswer } from '../conversations/schemas.ts';
import { beginConversation, beginUnstored, continueConversation, type Turn } from '../conversations/turn.ts';
import { openModelOf } from '../open-language-model.ts';
import { builtin } from '../schemas.ts';
import { type AgentAddress, requireAgent } from '../service.ts';
import { refuseBeyond } from '../settings.ts';
import type { AgentRun } from './agent-run.ts';
import { type Chart, chartOf } from './chart.ts';
import type { EmitCompletionEvent } from './events.ts';
import { faultOf } from './events.ts';
import { readMessages } from './messages.ts';
import type { PlainMessage } from './prompt.ts';
import { readForm } from './response-format.ts';
import { runAgent } from './run-agent.ts';
import type { CompletionAnswer, CompletionInput } from './schemas.ts';
import { requireStillThere } from './still-there.ts';
import { emptyTrace, type Trace } from './trace.ts';
import { noUsage } from './usage.ts';
import { whileThere } from './while-there.ts';
import type { GroundedAnswer } from './who-answers.ts';

/** An accepted completion: it holds the turn of its conversation, and nothing was asked yet. */
export interface Completion {
  conversationId: string;
  traceId: string;
  /** Makes the answer and stores it. `tell` receives events meanwhile. */
  run(signal: AbortSignal, emit?: EmitCompletionEvent): Promise<CompletionAnswer>;
}

interface Beginning {
  /** Returns the messages that are stored in a new conversation; default: all. With `nothing` the answer is not either. */
  kept?: ((messages: PlainMessage[]) => PlainMessage[]) | 'nothing' | undefined;
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal;
}

/**
 * Finds the agent, its language model and the conversation, and takes the turn. The form of the answer is read only
 * once the agent is known to take one.
 * @throws ServiceError for every failure known before the language model is asked
 */
export async function beginCompletion(
  ctx: AgentContext,
  address: AgentAddress,
  { messages: given, conversation_id: id, params: own = {}, response_format }: CompletionInput,
  { kept = (all) => all, signal }: Beginning = {},
): Promise<Completion> {
  const found = await requireAgent(ctx, address);
  const messages = readMessages(given);
  const limits = ctx.limits.of(found.project.id);
  refuseBeyond(own, limits);
  const asksForm = response_format !== undefined && response_format.type !== 'text';
  if (asksForm && found.settings.model.provider === builtin)
    throw invalidField('/response_format', 'needs an agent with a language model', 'not_allowed');
  const params = meetParams(found.settings.params, own, ctx);
  const model = await openModelOf(ctx, found);
  if (found.settings.model.provider !== builtin && params.builtin !== 'first')
    await requireTokens(ctx, found.project.id);
  const form = await readForm(ctx, response_format, requesterOf(ctx, found.project.id, signal));
  const timeoutMs = limits.completion_timeout_ms;
  const turn = await beginTurn();
  async function beginTurn(): Promise<Turn> {
    if (kept === 'nothing') return beginUnstored(ctx, found.agent, id);
    if (id === undefined) return beginConversation(ctx, found.agent, kept(messages));
    return continueConversation(ctx, found.agent, { id, messages, timeoutMs });
  }
  const agentRun = { found, model, params, messages: [...turn.history, ...messages], above: [], form };
  return {
    conversationId: turn.conversationId,
    traceId: turn.messageId,
    run: (signal, emit) => answerTurn(ctx, turn, { ...agentRun, signal, emit }),
  };
}

async function answerTurn(ctx: AgentContext, turn: Turn, agentRun: AgentRun): Promise<CompletionAnswer> {
  const started = Date.now();
  const trace = emptyTrace(noUsage);
  try {
    const { found, signal } = agentRun;
    const answer = await whileThere(ctx, found, signal, (signal) => runAgent(ctx, { ...agentRun, signal }, trace));
    await requireStillThere(ctx, found, trace.counts.length > 0);
    tellRest(agentRun, answer.text, trace.told);
    await Promise.all([keep(ctx, turn, agentRun, { started, trace, answer }), ...trace.counts]);
    return completionOf(turn, answer, trace);
  } catch (error) {
    const fault = faultFor(error, agentRun.signal, turn);
    const kept = keep(ctx, turn, agentRun, { started, trace, fault }).catch((err) => {
      ctx.log.error({ err, conversation: turn.conversationId }, 'a failed answer could not be kept');
    });
    await Promise.all([kept, ...trace.counts]);
    throw fault;
  }
}

/** Tells what was not told while it came: an answer that was held back, or another than that which began. */
function tellRest({ emit, form }: AgentRun, text: string, told: string): void {
  if (form === undefined && (text === told || (text !== '' && told.startsWith(text)))) return;
  emit?.({ type: 'token', text: form !== undefined || told === '' ? text : `\n\n${text}` });
}

/** Returns the caller's error, with the IDs under which the steps are stored. */
function faultFor(error: unknown, signal: AbortSignal, { conversationId, messageId }: Turn): ServiceError {
  const extensions = { conversation_id: conversationId, trace_id: messageId };
  if (signal.aborted && !(error instanceof ServiceError))
    return new ServiceError('request_cancelled', 'The caller disconnected.', { cause: error, extensions });
  const { code, message, headers, cause, errors, extensions: known } = serviceErrorOf(error);
  return new ServiceError(code, message, { headers, cause, errors, extensions: { ...known, ...extensions } });
}

interface Outcome {
  started: number;
  trace: Trace;
  answer?: GroundedAnswer;
  fault?: ServiceError;
}

function keep(
  ctx: Pick<AgentServices, 'events'>,
  turn: Turn,
  agentRun: AgentRun,
  { started, trace, answer, fault }: Outcome,
): Promise<void> {
  const { agent, settings } = agentRun.found;
  const isCancelled = fault?.code === 'request_cancelled';
  const kept: KeptAnswer = {
    status: answer ? 'complete' : isCancelled ? 'cancelled' : 'failed',
    finish_reason: answer?.finishReason ?? null,
    ...(fault ? { error: faultOf(fault) } : {}),
    agent_version: agent.version,
    provider: settings.model.provider,
    model_name: settings.model.model_name,
    milliseconds: Date.now() - started,
    usage: trace.usage,
    citations: answer?.citations ?? [],
    ...drawn(answer, trace),
    ...noteRefusal(answer),
    ...noteAsides(answer),
    ...noteGrounding(answer),
  };
  const announce = (transaction: Transaction) =>
    isCancelled ? undefined : writeEvent(ctx, transaction, agentRun, turn, kept);
  return turn.end(answer?.text ?? trace.text, kept, trace.steps, announce);
}

/** Adds a chart to an answer; a refusal gets none. */
function drawn(answer: GroundedAnswer | undefined, { steps }: Trace): { chart?: Chart } {
  const chart = answer?.isAnswer ? chartOf(steps) : undefined;
  return chart ? { chart } : {};
}

/** Marks an answer that refuses the question. */
function noteRefusal(answer: GroundedAnswer | undefined): { answered?: false } {
  return answer?.isAnswer === false ? { answered: false } : {};
}

/** Adds how else the question may be read, and what a refusal lacks. */
function noteAsides(answer: GroundedAnswer | undefined) {
  const { alternatives, wouldHelp } = answer ?? {};
  return { ...(alternatives ? { alternatives } : {}), ...(wouldHelp ? { would_help: wouldHelp } : {}) };
}

/** Says who answered, and whether the answer rests on what was looked up; a refusal rests on nothing. */
function noteGrounding(answer: GroundedAnswer | undefined) {
  if (answer === undefined) return {};
  const { answeredBy: answered_by, isAnswer, grounded, unfounded } = answer;
  return {
    answered_by,
    ...(grounded === undefined || !isAnswer ? {} : { grounded }),
    ...(unfounded ? { unfounded_figures: unfounded } : {}),
  };
}

function writeEvent(
  ctx: Pick<AgentServices, 'events'>,
  transaction: Transaction,
  { found: { agent, project } }: AgentRun,
  { conversationId, messageId }: Turn,
  { status, error, finish_reason, usage }: KeptAnswer,
): void {
  const outcome = error ? { code: error.code } : { finish_reason, total_tokens: usage.total_tokens };
  ctx.events.write(transaction, {
    type: status === 'complete' ? 'sibyl.agent.answered' : 'sibyl.agent.failed',
    project: project.id,
    subject: `agents/${agent.id}`,
    data: { name: agent.name, conversation_id: conversationId, trace_id: messageId, ...outcome },
  });
}

function completionOf({ conversationId, messageId }: Turn, answer: GroundedAnswer, trace: Trace): CompletionAnswer {
  const { text: content, citations, finishReason, limit } = answer;
  return {
    message: {
      role: 'assistant',
      content,
      trace_id: messageId,
      citations,
      steps: trace.steps,
      ...drawn(answer, trace),
      ...noteRefusal(answer),
      ...noteAsides(answer),
      ...noteGrounding(answer),
    },
    finish_reason: finishReason,
    ...(limit ? { limit_name: limit.name, limit: limit.value } : {}),
    usage: trace.usage,
    conversation_id: conversationId,
  };
}
