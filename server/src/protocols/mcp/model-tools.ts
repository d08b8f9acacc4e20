import { Type } from 'typebox';
import { createModel } from '../../resources/models/create.ts';
import { type DescribeAttribute, describeAttributes, describeModel } from '../../resources/models/describe.ts';
import { predictObjects } from '../../resources/models/predict.ts';
import { modelCreation } from '../../resources/models/schemas.ts';
import { listModels } from '../../resources/models/service.ts';
import { noteUnknown } from '../../resources/skills/predict/answers.ts';
import { adds, defineMcpTool, firstByName, listOf, type McpTool, project, textOrNull } from './tool.ts';

const model = Type.String({
  minLength: 1,
  maxLength: 140,
  description: 'Name or ID of the model, followed by `.N` for version N.',
});
const describable = describeAttributes.filter((attribute) => attribute !== 'jsonai');

export const modelTools: McpTool[] = [
  defineMcpTool({
    name: 'list_models',
    title: 'List models',
    description: 'Lists the trained models of a project: what each predicts, from which inputs, and how accurately.',
    action: 'models.list',
    input: Type.Object({ project }, { additionalProperties: false }),
    output: listOf('models', {
      name: Type.String(),
      target: textOrNull,
      task: textOrNull,
      status: Type.String(),
      accuracy: Type.Union([Type.Number(), Type.Null()]),
    }),
    async run(ctx, input) {
      const { items, next } = await listModels(ctx, input.project, { ...firstByName, status: undefined });
      const models = items.map(({ name, target, task, status, accuracy, inputs }) => {
        return { name, target, task, status, accuracy, inputs };
      });
      return { models, more: next !== undefined };
    },
  }),
  defineMcpTool({
    name: 'describe_model',
    title: 'Describe a model',
    description:
      'Describes what a model has learned: accuracies and importance of its columns (`info`), its columns one by one (`features`), the ranges seen in training (`data`), and more.',
    action: 'models.describe',
    input: Type.Object(
      { project, model, attribute: Type.Optional(Type.Enum(describable, { description: '`info` when absent.' })) },
      { additionalProperties: false },
    ),
    output: Type.Object({ description: Type.Unknown() }),
    run: async (ctx, input) => ({
      description: await describeModel(
        ctx,
        { project: input.project, model: input.model },
        attributeOf(input.attribute),
      ),
    }),
  }),
  defineMcpTool({
    name: 'train_model',
    title: 'Train a model',
    description:
      'Starts to train a model that predicts a column of a table from the others. It takes seconds to minutes: `list_models` shows its status, and it can predict once that is `complete`.',
    action: 'models.create',
    annotations: adds,
    input: Type.Object(
      {
        project,
        name: modelCreation.properties.name,
        table: Type.String({ minLength: 1, maxLength: 140, description: 'Name or ID of the table.' }),
        target: Type.String({ minLength: 1, maxLength: 500, description: 'The column to predict.' }),
        quality: Type.Optional(
          Type.Enum(['fast', 'balanced', 'best'] as const, {
            description: '`fast` for a first look, `best` for minutes. Default: `balanced`.',
          }),
        ),
        effort: Type.Optional(
          Type.Enum(['quick', 'normal'] as const, { description: 'The former word for `quality`.' }),
        ),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({ name: Type.String(), status: Type.String(), target: textOrNull }),
    async run(ctx, { name, table, target, quality, effort, ...input }) {
      const options = { ...(effort === 'quick' && { effort }), ...(quality && { quality }) };
      const model = await createModel(ctx, input.project, { name, target, from: { table }, options });
      return { name: model.name, status: model.status, target: model.target };
    },
  }),
  defineMcpTool({
    name: 'predict',
    title: 'Predict',
    description:
      'Predicts the target of a model for up to 1,000 rows. A row gives values by column; `describe_model` lists the columns, and what is left out is taken as unknown. Each answer carries the value, its bounds and its confidence.',
    action: 'models.predict',
    input: Type.Object(
      {
        project,
        model,
        rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
          minItems: 1,
          maxItems: 1000,
          description: 'Such as [{"sqft": 823, "location": "good"}].',
        }),
      },
      { additionalProperties: false },
    ),
    output: Type.Object({
      predictions: Type.Array(
        Type.Record(Type.String(), Type.Unknown(), {
          description: '`<target>` with `_min`, `_max` and `_confidence`; `note` names unknown and unusual inputs.',
        }),
      ),
    }),
    async run(ctx, input, { signal }) {
      const address = { project: input.project, model: input.model };
      const predictions = await predictObjects<Record<string, unknown>>(ctx, address, input.rows, signal);
      return { predictions: predictions.map(withNote) };
    },
  }),
];

/** Adds a sentence about unknown inputs and unseen values of a row. */
function withNote(row: Record<string, unknown>): Record<string, unknown> {
  const key = Object.keys(row).find((name) => name.endsWith('_explain') && typeof row[name] === 'string');
  return { ...row, ...(key && noteUnknown(row[key])) };
}

/** The tool's schema allows no other value. */
function attributeOf(attribute: string | undefined): DescribeAttribute | undefined {
  return describeAttributes.find((one) => one === attribute);
}
