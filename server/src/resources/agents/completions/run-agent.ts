import { type ErrorCode, type LimitFigure, ServiceError } from '../../../errors.ts';
import type { ToolResult, ToolRun } from '../../skills/toolset.ts';
import type { AgentContext, AgentServices } from '../context.ts';
import { type OpenedModel, openModelOf } from '../open-language-model.ts';
import { openSkills } from '../open-skills.ts';
import { type AnswerParams, builtin } from '../schemas.ts';
import { requireAgent } from '../service.ts';
import type { FoundAgent } from '../store.ts';
import { packToolbox, tooManyCalls } from './call-tools.ts';
import { CallTurns } from './call-turns.ts';
import type { EmitCompletionEvent } from './events.ts';
import { buildPrompt, type PlainMessage } from './prompt.ts';
import type { AnswerForm } from './response-format.ts';
import { TimeBudget } from './time-budget.ts';
import { type Answer, makeAnswer, type Trace } from './tool-loop.ts';
import { addUsage, noUsage } from './usage.ts';

/** Maximum agents in a chain that ask each other. */
const mostDepth = 3;

export type AgentInProject = FoundAgent & { project: { id: string; name: string } };

export interface AgentRun {
  found: AgentInProject;
  model: OpenedModel;
  /** The conversation; the last message is the question. */
  messages: PlainMessage[];
  params: AnswerParams;
  signal: AbortSignal;
  emit: EmitCompletionEvent | undefined;
  /** IDs of the asking agents, the outermost first. */
  above: string[];
  /** Required format of the answer; text when absent. */
  form?: AnswerForm | undefined;
  /** The turns of the tool calls of one question, when another agent asks. */
  turns?: CallTurns;
}

/** Runs an agent with its skills, within its time limit. Steps are recorded in the trace as they happen. */
export function runAgent(ctx: AgentContext, agentRun: AgentRun, trace: Trace): Promise<Answer> {
  const { agent } = agentRun.found;
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.id': agent.id,
    'gen_ai.agent.name': agent.name,
  };
  return ctx.tracing.within(`invoke_agent ${agent.name}`, { attributes }, () => runSteps(ctx, agentRun, trace));
}

async function runSteps(ctx: AgentContext, agentRun: AgentRun, trace: Trace): Promise<Answer> {
  const { found, model, messages, params, signal, above, form, turns = new CallTurns() } = agentRun;
  const { completion_steps, completion_timeout_ms, completion_tool_calls } = ctx.limits.of(found.project.id);
  const mostCalls = Math.min(params.max_calls_per_step ?? completion_tool_calls, completion_tool_calls);
  const maxSteps = Math.min(params.max_steps ?? completion_steps, completion_steps);
  using budget = new TimeBudget(Math.min(params.timeout_ms ?? completion_timeout_ms, completion_timeout_ms), signal);
  const question = messages.at(-1)?.content ?? '';
  const opening = { question, questions: lastQuestions(messages), signal: budget.toolSignal };
  await using skills = await openSkills(ctx, found.project, found.skills, opening);
  signal.throwIfAborted();
  trace.steps.push(...skills.steps);
  const { toolsets, missing } = skills;
  const { language, max_input_tokens: maxInputTokens } = params;
  const { settings } = found;
  const readsSkills = model.asked.provider !== builtin;
  const told = { settings, language, toolsets, readsSkills, missing, messages };
  const parts = { ...told, maxInputTokens, form: form?.words };
  const answer = await makeAnswer(
    {
      model: await model.modelFor(toolsets, ctx.planners.of(ctx, found.project.id)),
      asked: model.asked,
      prompt: buildPrompt(parts),
      shorterPrompt: () => buildPrompt(parts, true),
      form,
      toolbox: packToolbox(toolsets),
      params,
      maxSteps,
      mostCalls,
      atOnce: turns.at(above.length),
      budget,
      run: { signal: budget.toolSignal, depth: above.length, askAgent: askerOf(ctx, agentRun, { turns, trace }) },
      emit: listenerOf(agentRun),
      telemetry: ctx,
      onUnexpected: (err, tool) => ctx.log.error({ err, tool }, 'a tool failed unexpectedly'),
    },
    trace,
  );
  if (!answer.isAnswer) refuseForLoad(trace);
  const limit = limitThatEnded(answer, { maxSteps, milliseconds: budget.milliseconds });
  noteLimit(ctx, found.project.id, answer, limit);
  noteCalls(ctx, found.project.id, trace, mostCalls);
  return { ...answer, limit };
}

/** Returns the last questions: a follow-up alone does not tell what it is about. */
function lastQuestions(messages: readonly PlainMessage[]): string {
  const questions = messages.filter(({ role }) => role === 'user').slice(-3);
  return questions.map(({ content }) => content).join('\n');
}

/** JSON is emitted only once it is complete and valid. */
function listenerOf({ emit, form }: AgentRun): EmitCompletionEvent | undefined {
  if (emit === undefined || form === undefined) return emit;
  return (event) => (event.type === 'token' ? undefined : emit(event));
}

/** Throws when a tool was refused because of load: the question should be asked again, not counted as unanswerable. */
function refuseForLoad({ steps }: Trace): void {
  const faults = steps.flatMap((step) => ('error' in step && step.error ? [step.error] : []));
  const refusal = faults.find(({ code }) => code === 'queue_full' || code === 'overloaded');
  if (refusal === undefined) return;
  const detail = `A tool of the agent was refused, because the service has too much to do just now: ${refusal.detail}`;
  throw new ServiceError(refusal.code as ErrorCode, detail);
}

function limitThatEnded(
  { finishReason }: Answer,
  { maxSteps, milliseconds }: { maxSteps: number; milliseconds: number },
): LimitFigure | undefined {
  if (finishReason === 'step_limit') return { name: 'completion_steps', value: maxSteps };
  return finishReason === 'time_limit' ? { name: 'completion_timeout_ms', value: milliseconds } : undefined;
}

/** Records a limit hit, unless the agent or the question set a lower limit than the project. */
function noteLimit(
  ctx: Pick<AgentServices, 'limitHits' | 'limits'>,
  project: string,
  { finishReason }: Answer,
  limit: LimitFigure | undefined,
): void {
  const { completion_steps, completion_timeout_ms } = ctx.limits.of(project);
  if (limit?.value !== completion_steps && limit?.value !== completion_timeout_ms) return;
  if (finishReason !== 'step_limit' && finishReason !== 'time_limit') return;
  ctx.limitHits.record({ project, code: finishReason, limit, operation: null });
}

function noteCalls(
  ctx: Pick<AgentServices, 'limitHits' | 'limits'>,
  project: string,
  { steps }: Trace,
  value: number,
): void {
  const isBeyond = steps.some((step) => step.kind === 'tool' && step.error?.code === tooManyCalls);
  if (!isBeyond || value !== ctx.limits.of(project).completion_tool_calls) return;
  const limit = { name: 'completion_tool_calls', value } as const;
  ctx.limitHits.record({ project, code: tooManyCalls, limit, operation: null });
}

/**
 * Returns the function by which tools ask another agent. It sees only the question and shares the time and costs of the
 * first agent.
 */
function askerOf(
  ctx: AgentContext,
  { found: { project, agent: asking }, above }: AgentRun,
  { turns, trace }: { turns: CallTurns; trace: Trace },
): ToolRun['askAgent'] {
  const chain = [...above, asking.id];
  return async (agent, question, { signal }): Promise<ToolResult> => {
    const found = await requireAgent(ctx, { project: project.id, agent });
    refuseCircle(found, chain);
    const inner: Trace = { steps: [], usage: noUsage, text: '' };
    const { params } = found.settings;
    const messages: PlainMessage[] = [{ role: 'user', content: question }];
    const model = await openModelOf(ctx, found);
    try {
      const agentRun = { found, model, messages, params, signal, emit: undefined, above: chain, turns };
      const { text, finishReason, citations } = await runAgent(ctx, agentRun, inner);
      const details = { agent: found.agent.name, finish_reason: finishReason, usage: inner.usage, steps: inner.steps };
      return { content: { answer: text }, citations, details };
    } finally {
      trace.usage = addUsage(trace.usage, inner.usage);
    }
  };
}

function refuseCircle({ agent }: FoundAgent, chain: string[]): void {
  if (chain.includes(agent.id))
    throw new ServiceError('agent_loop', `${agent.name} is already asking; answer without it.`);
  if (chain.length > mostDepth)
    throw new ServiceError(
      'agent_loop',
      `Agents ask each other at most ${mostDepth} deep; answer without ${agent.name}.`,
    );
}
