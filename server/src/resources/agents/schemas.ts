import { type Static, Type } from 'typebox';
import { removalFields } from '../../http/reply/removal.ts';
import { name, nameOrId, projectName, recordFields, timestamp } from '../../http/reply/schemas.ts';
import { providerNames } from '../../platform/language/providers.ts';
import { broken } from '../skills/schemas.ts';

export const agentPath = Type.Object({
  projectName,
  agentName: Type.String({ minLength: 1, maxLength: 140, description: 'Name or ID of the agent.' }),
});
export const agentDeletion = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to delete it even if chatbots use it: they answer nothing until it is restored from the trash. With `permanently` they are stopped.',
      }),
    ),
    ...removalFields,
  },
  { additionalProperties: false },
);
export const agentVersionPath = Type.Object({ ...agentPath.properties, version: Type.Integer({ minimum: 1 }) });

export const builtin = 'builtin';
/** Runs files of the operator's folder on the service's own machine. */
export const llamaCpp = 'llama_cpp';
const provider = Type.Enum([builtin, llamaCpp, ...providerNames] as const, {
  description:
    '`builtin` answers from the skills by rules and needs no key; it is the default. `llama_cpp` runs a GGUF file of the folder that the operator names.',
});
const modelName = Type.String({ minLength: 1, maxLength: 500, examples: ['gpt-4.1-mini'] });
const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);

const modelFields = Type.Object(
  {
    provider: Type.Optional(provider),
    model_name: Type.Optional(modelName),
    api_key: Type.Optional(
      orNull(Type.String({ minLength: 1, maxLength: 4000, description: 'Stored encrypted and never shown again.' })),
    ),
    base_url: Type.Optional(
      orNull(Type.String({ maxLength: 2000, description: 'Address of the provider. Default: its usual one.' })),
    ),
    api_version: Type.Optional(
      orNull(Type.String({ pattern: '^[\\w.-]{1,40}$', description: 'For Azure: a dated API, such as 2024-10-21.' })),
    ),
  },
  { additionalProperties: false, title: 'ModelSettings' },
);
export type ModelFields = Static<typeof modelFields>;

const model = Type.Union(
  [
    Type.String({
      minLength: 1,
      maxLength: 600,
      description: '`provider/model_name`, or `builtin`; beside `provider` also the bare name.',
    }),
    modelFields,
  ],
  {
    description:
      'The language model: `"provider/model_name"` or an object. Changing provider or address deletes the stored key.',
  },
);

/** How an agent answers; a completion may say them, too, within what `caller-params.ts` lets it. */
const answerFields = {
  temperature: Type.Number({ minimum: 0, maximum: 2 }),
  top_p: Type.Number({ minimum: 0, maximum: 1 }),
  max_output_tokens: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Default: 1,024 for an answer, 512 where a tool must be called, 8,192 with `reasoning`.',
  }),
  max_input_tokens: Type.Integer({
    minimum: 1000,
    maximum: 10_000_000,
    description: 'Approximate maximum tokens of instructions and conversation. Default: 60,000.',
  }),
  seed: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
  stop: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 4 }),
  reasoning: Type.Enum(['none', 'minimal', 'low', 'medium', 'high'] as const, { description: 'Reasoning effort.' }),
  max_steps: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'Maximum calls of the language model for one answer.',
  }),
  max_calls_per_step: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'Maximum tool calls that one step runs; the others are refused to the language model.',
  }),
  timeout_ms: Type.Integer({ minimum: 100, maximum: 3_600_000, description: 'Time limit of one answer, in ms.' }),
  language: Type.String({
    pattern: '^[\\p{L} -]{2,40}$',
    description: 'Language of the answers.',
    examples: ['German'],
  }),
  grounding: Type.Enum(['require', 'mark', 'off'] as const, {
    description:
      'What happens to an answer for which nothing was looked up. `require`: it is asked for again with a call of a tool, then refused; the default of new agents with skills of type `sql`, `predict` or `knowledge`. `mark`: it has `grounded: false`; the default of others. `off`: neither.',
  }),
  builtin: Type.Enum(['first', 'fallback', 'off'] as const, {
    description:
      'When the built-in reader answers in place of the language model. `first`: what it is sure of. `fallback`: where the language model fails, is late or garbles, and with `grounding: require` where it did not look anything up; the default.',
  }),
};

export const answerParams = Type.Partial(Type.Object(answerFields), {
  additionalProperties: false,
  title: 'AgentParams',
});
export type AnswerParams = Static<typeof answerParams>;

const shownParams = Type.Partial(Type.Object(answerFields), {
  additionalProperties: true,
  title: 'AgentParamsShown',
  description: 'With those that other clients sent.',
});

const paramsChange = Type.Partial(
  Type.Object(Object.fromEntries(Object.entries(answerFields).map(([key, shape]) => [key, orNull(shape)]))),
  { additionalProperties: true, description: 'Merged; null removes a key. Unknown ones are kept and have no effect.' },
);

const skillReference = Type.Union(
  [nameOrId, Type.Object({ id: nameOrId }, { additionalProperties: true, title: 'SkillById' })],
  { description: 'Name or ID of a skill, or its record.' },
);
const skills = Type.Array(skillReference, { maxItems: 100 });
export type SkillReference = Static<typeof skillReference>;

const described = {
  description: Type.Optional(
    Type.String({ maxLength: 4000, description: 'Read by people, and by agents that ask this one.' }),
  ),
  model: Type.Optional(orNull(model)),
  provider: Type.Optional(
    Type.Enum([builtin, llamaCpp, ...providerNames] as const, { description: 'Another spelling of `model.provider`.' }),
  ),
  model_name: Type.Optional(Type.String({ ...modelName, description: 'Another spelling of `model.model_name`.' })),
  prompt_template: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description: 'Instructions to the language model; `{{question}}` is replaced by the question.',
    }),
  ),
  params: Type.Optional(paramsChange),
  published: Type.Optional(
    orNull(
      Type.Boolean({
        description:
          'Whether anybody may read its card (A2A): its name and description, and those of its skills. Asking it needs a key as ever.',
      }),
    ),
  ),
  skills: Type.Optional(skills),
  tables: Type.Optional(
    Type.Array(nameOrId, { maxItems: 1000, description: 'Tables that it answers from, short for `data.tables`.' }),
  ),
  data: Type.Optional(
    Type.Object(
      {
        tables: Type.Optional(Type.Array(nameOrId, { maxItems: 1000 })),
        connection: Type.Optional(nameOrId),
        knowledge_bases: Type.Optional(Type.Array(nameOrId, { maxItems: 100 })),
        knowledge_base: Type.Optional(orNull({ ...nameOrId, description: 'Another spelling of one base.' })),
      },
      {
        additionalProperties: false,
        description: 'Creates skills of type `sql` and `knowledge` for these and adds them.',
      },
    ),
  ),
};

const example = {
  name: 'rental_desk',
  model: 'openai/gpt-4.1-mini',
  prompt_template: 'You answer questions of people who look for a home.',
  params: { temperature: 0.2 },
};

export const agentCreation = Type.Object({ name, ...described }, { additionalProperties: false, examples: [example] });
export type AgentCreation = Static<typeof agentCreation>;

export const agentChange = Type.Object(
  {
    name: Type.Optional(name),
    ...described,
    skills_to_add: Type.Optional(skills),
    skills_to_remove: Type.Optional(skills),
  },
  { additionalProperties: false, examples: [{ params: { temperature: null, max_steps: 5 } }] },
);
export type AgentChange = Static<typeof agentChange>;

const shownSkill = Type.Object(
  { id: Type.String(), name: Type.String(), type: Type.String(), description: Type.String() },
  { title: 'AgentSkill' },
);

const shownModel = Type.Object(
  {
    provider,
    model_name: Type.String(),
    base_url: Type.Optional(Type.String()),
    api_version: Type.Optional(Type.String()),
    api_key_set: Type.Boolean(),
  },
  { title: 'AgentModel' },
);

export const agentRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    version: Type.Integer({ description: 'Version of the settings; increases with each change.' }),
    description: Type.String(),
    model: shownModel,
    provider,
    model_name: Type.String(),
    prompt_template: Type.String(),
    params: shownParams,
    published: Type.Boolean({ description: 'Whether anybody may read its card (A2A).' }),
    skills: Type.Array(shownSkill),
    broken,
    model_rests: Type.Optional(
      Type.Object(
        { until: timestamp, failures: Type.Integer(), detail: Type.String({ description: 'The last failure.' }) },
        {
          title: 'ModelRest',
          description:
            'Present while this node leaves the language model alone, because it gave no answer several times in a row.',
        },
      ),
    ),
  },
  { title: 'Agent' },
);
export type AgentRecord = Static<typeof agentRecord>;

export const agentVersionRecord = Type.Object(
  {
    version: Type.Integer(),
    created_at: timestamp,
    created_by: orNull(Type.String()),
    description: Type.String(),
    model: Type.Omit(shownModel, ['api_key_set']),
    prompt_template: Type.String(),
    params: shownParams,
    skill_ids: Type.Array(Type.String()),
  },
  { title: 'AgentVersion' },
);
export type AgentVersionRecord = Static<typeof agentVersionRecord>;
