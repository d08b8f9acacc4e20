import { Type } from 'typebox';
import { isChatbot } from '../../../caller.ts';
import { ServiceError } from '../../../errors.ts';
import { requireDescription } from '../../models/describe.ts';
import { getMonitoring } from '../../models/monitoring/get-monitoring.ts';
import { summariseMonitoring } from '../../models/monitoring/summarise.ts';
import { predictObjects } from '../../models/predict.ts';
import { type FoundModel, requireModel } from '../../models/service.ts';
import type { SkillContext } from '../context.ts';
import { defineTool } from '../define-tool.ts';
import { defineKind, type OpenedSkill } from '../kind.ts';
import type { Tool, ToolResult } from '../toolset.ts';
import { answerOf, type PredictedRow } from './answers.ts';
import { inputSchema, type SummarisedModel, summariseModel } from './summarise-model.ts';

const params = Type.Object(
  {
    models: Type.Array(
      Type.String({ minLength: 1, maxLength: 140, description: 'Name or ID; `.N` behind it picks version N.' }),
      { minItems: 1, maxItems: 20, uniqueItems: true },
    ),
  },
  { additionalProperties: false },
);

interface OpenedModel {
  tool: Tool;
  /** Who may only ask models is not told whether and how they are monitored. */
  watch: Tool | undefined;
  isUnmonitored: boolean;
  summary: SummarisedModel;
}

type PredictSkill = OpenedSkill<{ models: string[] }>;

/** Predictions by the project's models, one tool per model with its columns as inputs. */
export const predictKind = defineKind({
  type: 'predict',
  params,
  async needs(ctx, project, { models }) {
    for (const model of models) await requireModel(ctx, { project: project.id, model });
  },
  async open(ctx, skill) {
    const { models, gone: all } = await openModels(ctx, skill);
    // Visitors of chatbots are among them: neither versions nor states are theirs to know
    const gone = ctx.role === 'predictor' ? [] : all;
    return {
      skill: skill.name,
      type: 'predict',
      instruct: () =>
        [
          skill.description,
          ...models.map(({ tool }) => `${tool.name}: ${tool.description}`),
          ...gone.map(({ name, reason }) => `${name} cannot be asked: ${reason}`),
        ]
          .join('\n')
          .trim(),
      tools: models.flatMap(({ tool, watch }) => (watch ? [tool, watch] : [tool])),
      grounding: {
        kind: 'predict',
        models: models.map(({ tool, watch, isUnmonitored, summary }) => ({
          ...summary,
          tool: tool.name,
          ...(watch && { watch: watch.name }),
          isUnmonitored,
        })),
        gone,
      },
    };
  },
});

/** A model that was deleted, or has no version yet, does not silence the others. */
async function openModels(ctx: SkillContext, skill: PredictSkill) {
  const names = skill.params.models;
  const settled = await Promise.allSettled(names.map((model) => openModel(ctx, skill, model)));
  return {
    models: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    gone: settled.flatMap((one, at) =>
      one.status === 'rejected' ? [{ name: names[at], reason: reasonOf(one.reason) }] : [],
    ),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof ServiceError && error.status < 500) return error.message;
  throw error;
}

async function openModel(
  ctx: SkillContext,
  { project, name, description }: PredictSkill,
  model: string,
): Promise<OpenedModel> {
  const found = await requireModel(ctx, { project: project.id, model });
  const called = found.pinned ? `${found.model.name}.${found.version.version}` : found.model.name;
  const summary = summariseModel(called, await requireDescription(ctx, found));
  const tool = defineTool({
    skill: name,
    name: called,
    description: describeTool(called, summary, description),
    parameters: inputSchema(summary),
    run: (input, { signal }) => predict(ctx, { project: project.id, summary, input, signal }),
  });
  if (ctx.role === 'predictor') return { tool, watch: undefined, isUnmonitored: false, summary };
  return { tool, watch: watchOf(ctx, found, name), isUnmonitored: found.model.monitor === null, summary };
}

function watchOf(ctx: SkillContext, { project, model }: FoundModel, skill: string): Tool | undefined {
  if (model.monitor === null) return undefined;
  return defineTool({
    skill,
    name: `${model.name}_watch`,
    description: `Says whether the model ${model.name} is still good: open alarms, and how accurate it is by truths that are known.`,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    async run() {
      const content = summariseMonitoring(await getMonitoring(ctx, { project: project.id, model: model.id }, {}));
      return { content, details: { model: model.name, ...content } };
    },
  });
}

function describeTool(model: string, { target, leftOut }: SummarisedModel, description: string): string {
  const rest = leftOut > 0 ? ` ${leftOut} less important inputs cannot be given and count as unknown.` : '';
  const answer =
    'The answer has bounds that hold with its confidence, and names the inputs that were not known: tell both.';
  return `Predicts ${target} by the model ${model}; leave out what is not known.${rest} ${answer} ${description}`.trim();
}

interface Asked {
  project: string;
  summary: SummarisedModel;
  input: Record<string, unknown>;
  signal: AbortSignal;
}

async function predict(ctx: SkillContext, { project, summary, input, signal }: Asked): Promise<ToolResult> {
  const setting = summary.task === 'forecast' ? 'horizon' : 'explain';
  const isSetting = (key: string) =>
    key === setting && (setting === 'horizon' || !summary.inputs.some(({ name }) => name === key));
  const given = Object.entries(input);
  const inputs = given.filter(([key]) => !isSetting(key));
  const cells = Object.fromEntries(inputs.map(([key, value]) => [summary.columnOf(key), value]));
  // Strangers must neither fill the sample of a monitored model nor raise its alarms
  const unrecorded = isChatbot(ctx) && summary.task !== 'forecast' ? { record: false } : {};
  const params = { ...Object.fromEntries(given.filter(([key]) => isSetting(key))), ...unrecorded };
  const body = { data: cells, ...(Object.keys(params).length === 0 ? {} : { params }) };
  const rows = await predictObjects<PredictedRow>(ctx, { project, model: summary.name }, body, signal);
  const content = answerOf(summary, rows);
  return { content, details: { model: summary.name, inputs: cells, ...content } };
}
