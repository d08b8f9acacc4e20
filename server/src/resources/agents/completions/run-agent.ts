import { type ErrorCode, type LimitFigure, ServiceError } from '../../../errors.ts';
import type { AgentContext, AgentServices } from '../context.ts';
import { openSkills } from '../open-skills.ts';
import { builtin } from '../schemas.ts';
import type { AgentRun } from './agent-run.ts';
import { requesterOf } from './ask-other-agent.ts';
import { tooManyCalls } from './call-tools.ts';
import { CallTurns } from './call-turns.ts';
import { openAnswerers } from './open-answerers.ts';
import type { PlainMessage } from './prompt.ts';
import { isSmallTalk } from './small-talk.ts';
import { mostSteps, StepsLeft } from './steps-left.ts';
import { openBudget } from './time-budget.ts';
import type { Trace } from './trace.ts';
import { answerQuestion, type GroundedAnswer, type Question } from './who-answers.ts';

/** Runs an agent with its skills, within its time limit. Steps are recorded in the trace as they happen. */
export function runAgent(ctx: AgentContext, agentRun: AgentRun, trace: Trace): Promise<GroundedAnswer> {
  const { agent } = agentRun.found;
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.id': agent.id,
    'gen_ai.agent.name': agent.name,
  };
  return ctx.tracing.within(`invoke_agent ${agent.name}`, { attributes }, () => runSteps(ctx, agentRun, trace));
}

async function runSteps(ctx: AgentContext, agentRun: AgentRun, trace: Trace): Promise<GroundedAnswer> {
  const { found, messages, params, signal } = agentRun;
  const limits = ctx.limits.of(found.project.id);
  const { completion_steps, completion_timeout_ms, completion_tool_calls } = limits;
  const mostCalls = Math.min(params.max_calls_per_step ?? completion_tool_calls, completion_tool_calls);
  const maxSteps = mostSteps(params, limits);
  const { turns = new CallTurns(), steps = new StepsLeft(maxSteps, { left: completion_steps }) } = agentRun;
  using budget = openBudget(completion_timeout_ms, found.settings.params, params, signal);
  const question = messages.at(-1)?.content ?? '';
  const opening = { question, questions: lastQuestions(messages), signal: budget.toolSignal };
  await using skills = await openSkills(ctx, found.project, found.skills, opening);
  signal.throwIfAborted();
  trace.steps.push(...skills.steps);
  const hasSkills = found.skills.length > 0;
  const asked: Question = {
    messages: [{ role: 'system', content: found.settings.prompt_template }, ...messages],
    hasSkills,
    isTalk: hasSkills && agentRun.model.asked.provider !== builtin && (await isSmallTalk(question)),
    grounding: params.grounding ?? 'mark',
  };
  const askAgent = requesterOf(ctx, agentRun, { turns, steps, trace }, runAgent);
  const bounds = { budget, steps, mostCalls, atOnce: turns.at(agentRun.above.length) };
  const answerers = openAnswerers(ctx, agentRun, { skills, asked, bounds, askAgent });
  const answer = await answerQuestion(answerers, asked, trace);
  if (!answer.isAnswer) refuseForLoad(trace);
  const stepLimit = steps.areUsedUp ? completion_steps : maxSteps;
  const limit = limitThatEnded(answer, { maxSteps: stepLimit, milliseconds: budget.milliseconds });
  noteLimit(ctx, found.project.id, answer, limit);
  noteCalls(ctx, found.project.id, trace, mostCalls);
  return { ...answer, limit };
}

/** Returns the last questions: a follow-up alone does not tell what it is about. */
function lastQuestions(messages: readonly PlainMessage[]): string {
  const questions = messages.filter(({ role }) => role === 'user').slice(-3);
  return questions.map(({ content }) => content).join('\n');
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
  { finishReason }: GroundedAnswer,
  { maxSteps, milliseconds }: { maxSteps: number; milliseconds: number },
): LimitFigure | undefined {
  if (finishReason === 'step_limit') return { name: 'completion_steps', value: maxSteps };
  return finishReason === 'time_limit' ? { name: 'completion_timeout_ms', value: milliseconds } : undefined;
}

/** Records a limit hit, unless the agent or the question set a lower limit than the project. */
function noteLimit(
  ctx: Pick<AgentServices, 'limitHits' | 'limits'>,
  project: string,
  { finishReason }: GroundedAnswer,
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
