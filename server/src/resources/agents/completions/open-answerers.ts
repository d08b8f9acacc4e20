import type { Planner } from '../../../builtin/planner.ts';
import { requesterOf as turnsOf } from '../../../platform/workers/fair-turns.ts';
import { meterOf } from '../../spending/meter.ts';
import type { AgentContext } from '../context.ts';
import type { OpenedModel } from '../open-language-model.ts';
import { openBuiltin } from '../open-language-model.ts';
import type { OpenedSkills } from '../open-skills.ts';
import { builtin } from '../schemas.ts';
import type { AgentRun } from './agent-run.ts';
import { packToolbox } from './call-tools.ts';
import { draftOf } from './draft.ts';
import type { EmitCompletionEvent } from './events.ts';
import { onlySure } from './only-sure.ts';
import { buildPrompt } from './prompt.ts';
import { StepsLeft } from './steps-left.ts';
import { requireStillThere } from './still-there.ts';
import { TimeBudget } from './time-budget.ts';
import type { Assignment } from './tool-loop.ts';
import type { Answerers, Question } from './who-answers.ts';

/** Time for the builtin answerer beside that of the language model, which may have used up its own. */
const builtinMs = 20_000;
/** Steps of the builtin answerer, which calls nobody. */
const mostBuiltinSteps = 20;

interface Opened {
  skills: OpenedSkills;
  asked: Question;
  bounds: Pick<Assignment, 'budget' | 'steps' | 'mostCalls' | 'atOnce'>;
  askAgent: Assignment['run']['askAgent'];
}

/** Opens those who may answer a question of an agent, each once it is its turn. */
export function openAnswerers(ctx: AgentContext, agentRun: AgentRun, opened: Opened): Answerers {
  const { found, model, params, form, signal } = agentRun;
  const { bounds, skills, asked } = opened;
  const assign = assignmentOf(ctx, agentRun, opened);
  const planner = ctx.planners.of(ctx, found.project.id);
  const isBuiltin = model.asked.provider === builtin;
  const mustLookUp = asked.grounding === 'require' && asked.hasSkills && !asked.isTalk && !isBuiltin;
  const askBuiltin = (reader: Planner) => () => assign(openBuiltin(), reader, new TimeBudget(builtinMs, signal));
  const mode = params.builtin ?? 'fallback';
  const foreign = skills.toolsets.filter(({ grounding }) => grounding.kind === 'other');
  const mayAnswer = !isBuiltin && form === undefined && foreign.length < skills.toolsets.length;
  return {
    own: async () => ({
      ...(await assign(model, planner, bounds.budget)),
      mustLookUp,
      manner: model.manner,
      draft: mayAnswer && mode !== 'off' ? await draftOf(await askBuiltin(planner)()) : undefined,
    }),
    sure: mayAnswer && mode === 'first' ? askBuiltin(onlySure(planner)) : undefined,
    foreignTools: new Set(foreign.flatMap(({ tools }) => tools.map(({ name }) => name))),
    fallback: mayAnswer && mode !== 'off' ? askBuiltin(planner) : undefined,
  };
}

/** Returns what makes an assignment for one of the answerers. */
function assignmentOf(ctx: AgentContext, agentRun: AgentRun, { skills, bounds, askAgent }: Opened) {
  const { found, messages, params, above, form } = agentRun;
  const { toolsets, missing } = skills;
  const toolbox = packToolbox(toolsets);
  return async (model: OpenedModel, planner: Planner, budget: TimeBudget): Promise<Assignment> => {
    const readsSkills = model.asked.provider !== builtin;
    const told = { settings: found.settings, language: params.language, toolsets, readsSkills, missing, messages };
    const maxInputTokens = leastOf(params.max_input_tokens, model.maxInputTokens);
    const parts = { ...told, maxInputTokens, form: form?.words };
    return {
      ...bounds,
      requireStillThere: () => requireStillThere(ctx, found, readsSkills),
      steps: readsSkills ? bounds.steps : new StepsLeft(mostBuiltinSteps),
      model: await model.modelFor(toolsets, planner, turnsOf(ctx, found.project.id)),
      hasQueue: model.hasQueue,
      asked: model.asked,
      prompt: buildPrompt(parts),
      shorterPrompt: () => buildPrompt(parts, true),
      ...(readsSkills ? { maxInputTokens } : {}),
      form,
      toolbox,
      params,
      question: messages.at(-1)?.content ?? '',
      budget,
      // A file on this machine is as slow as the machine; it takes what time there is.
      firstTokenMs: model.hasQueue ? budget.milliseconds : ctx.config.completionFirstTokenMs,
      ...(readsSkills
        ? { meter: meterOf(ctx, { projectId: found.project.id, id: found.agent.id, ...model.asked }) }
        : {}),
      ...(model.breakerKey && !model.hasQueue ? { breaker: breakerOf(ctx, model.breakerKey) } : {}),
      run: { signal: budget.toolSignal, depth: above.length, askAgent },
      emit: listenerOf(agentRun),
      telemetry: ctx,
      onUnexpected: (err, tool) => ctx.log.error({ err, tool }, 'a tool failed unexpectedly'),
    };
  };
}

function leastOf(...given: (number | undefined)[]): number | undefined {
  const known = given.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function breakerOf({ breakers }: Pick<AgentContext, 'breakers'>, key: string): NonNullable<Assignment['breaker']> {
  return {
    enter: () => breakers.enter(key),
    succeeded: () => breakers.forget(key),
    failed: (detail) => breakers.failed(key, detail),
    left: () => breakers.left(key),
  };
}

/** JSON is emitted only once it is complete and valid. */
function listenerOf({ emit, form }: AgentRun): EmitCompletionEvent | undefined {
  if (emit === undefined || form === undefined) return emit;
  return (event) => (event.type === 'token' ? undefined : emit(event));
}
