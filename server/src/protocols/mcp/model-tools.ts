import { Type } from 'typebox';
import { type DescribeAttribute, describeAttributes, describeModel } from '../../resources/models/describe.ts';
import { predictRows } from '../../resources/models/predict.ts';
import { listModels } from '../../resources/models/service.ts';
import { noteUnknown } from '../../resources/skills/predict/answers.ts';
import { defineMcpTool, firstByName, type McpTool, project } from './tool.ts';

const model = Type.String({
  minLength: 1,
  maxLength: 140,
  description: 'Name or ID of the model; `.N` behind it picks version N.',
});
const describable = describeAttributes.filter((attribute) => attribute !== 'jsonai');

export const modelTools: McpTool[] = [
  defineMcpTool({
    name: 'list_models',
    title: 'List models',
    description: 'Lists the trained models of a project: what each predicts, from which inputs, and how accurately.',
    action: 'models.list',
    input: Type.Object({ project }, { additionalProperties: false }),
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
      'Tells what a model has learned: accuracies and importance of its columns (`info`), its columns one by one (`features`), the ranges seen in training (`data`), and more.',
    action: 'models.describe',
    input: Type.Object(
      { project, model, attribute: Type.Optional(Type.Enum(describable, { description: '`info` when absent.' })) },
      { additionalProperties: false },
    ),
    run: async (ctx, input) => ({
      description: await describeModel(
        ctx,
        { project: input.project, model: input.model },
        attributeOf(input.attribute),
      ),
    }),
  }),
  defineMcpTool({
    name: 'predict',
    title: 'Predict',
    description:
      'Predicts the target of a model for up to 1,000 rows. A row gives values by column; `describe_model` tells the columns, and what is left out is taken as unknown. Each answer carries the value, its bounds and its confidence.',
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
    async run(ctx, input, signal) {
      const asking = { body: input.rows, separator: ',', signal: () => signal };
      const answered = await predictRows(ctx, { project: input.project, model: input.model }, asking);
      const text = typeof answered === 'string' ? answered : Buffer.concat(answered).toString();
      const predictions: Record<string, unknown>[] = JSON.parse(`[${text}]`);
      return { predictions: predictions.map(withNote) };
    },
  }),
];

/** Adds a sentence about unknown inputs and unseen values of a row. */
function withNote(row: Record<string, unknown>): Record<string, unknown> {
  const key = Object.keys(row).find((name) => name.endsWith('_explain') && typeof row[name] === 'string');
  return { ...row, ...(key && noteUnknown(row[key])) };
}

/** The tool's schema admits no other value. */
function attributeOf(attribute: string | undefined): DescribeAttribute | undefined {
  return describeAttributes.find((one) => one === attribute);
}
