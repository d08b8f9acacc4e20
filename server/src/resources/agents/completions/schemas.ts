import { type Static, Type } from 'typebox';
import { glossaryEntry } from '../../skills/sql/glossary/entry.ts';
import { answerParams } from '../schemas.ts';
import { responseFormat } from './response-format.ts';

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape) =>
  Type.Union([shape, Type.Null()]);
const text = Type.String({ maxLength: 1_000_000 });

const roleMessage = Type.Object(
  { role: Type.Enum(['system', 'user', 'assistant'] as const), content: text },
  { additionalProperties: false, title: 'RoleMessage' },
);
const questionMessage = Type.Object(
  { question: text, answer: Type.Optional(orNull(text)) },
  { additionalProperties: false, title: 'QuestionMessage' },
);
export type GivenMessage = Static<typeof roleMessage> | Static<typeof questionMessage>;

export const completionInput = Type.Object(
  {
    messages: Type.Array(Type.Union([roleMessage, questionMessage]), {
      minItems: 1,
      maxItems: 1000,
      description: 'The conversation so far, with the question last: `{role, content}` or `{question, answer}`.',
    }),
    conversation_id: Type.Optional(
      Type.String({ maxLength: 140, description: 'Continues this conversation. Default: a new one.' }),
    ),
    params: Type.Optional({
      ...answerParams,
      description:
        'In place of those of the agent. A key that may not change the agent only lowers its limits, `reasoning` and `grounding`; a higher value counts as that of the agent.',
    }),
    response_format: Type.Optional(responseFormat),
  },
  {
    additionalProperties: false,
    examples: [{ messages: [{ role: 'user', content: 'How many homes are there in downtown?' }] }],
  },
);
export type CompletionInput = Static<typeof completionInput>;

const count = orNull(Type.Integer({ minimum: 0 }));
export const usage = Type.Object(
  {
    input_tokens: count,
    output_tokens: count,
    total_tokens: count,
    cost: orNull(
      Type.Number({ description: "As the provider reports it, in its currency; else by the operator's prices." }),
    ),
    cached_tokens: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Input tokens from the provider's cache; absent if it reports none.",
      }),
    ),
    estimated: Type.Optional(
      Type.Boolean({
        description:
          'Present, and true, where a provider did not report all tokens, as of an answer that was cut: they are estimated from the texts.',
      }),
    ),
  },
  { title: 'Usage', description: 'Of all steps together; null if no language model was asked.' },
);
export type Usage = Static<typeof usage>;

export const citation = Type.Object(
  {
    source: Type.String(),
    title: Type.Optional(Type.String()),
    heading: Type.Optional(Type.String()),
    start: Type.Optional(Type.Integer()),
    end: Type.Optional(Type.Integer()),
    page: Type.Optional(Type.Integer({ description: 'Page of a PDF on which it begins, from 1.' })),
    last_page: Type.Optional(Type.Integer()),
    score: Type.Optional(Type.Number()),
    text: Type.String(),
  },
  { title: 'Citation' },
);

export const chart = Type.Record(Type.String(), Type.Unknown(), {
  description: 'A Vega-Lite specification with its data, if the answer is based on a series or a grouping.',
});

/** What is told about where an answer comes from. */
export const grounding = {
  answered_by: Type.Optional(
    Type.String({ description: 'Name of the language model, or `builtin` for the built-in reader of questions.' }),
  ),
  grounded: Type.Optional(
    Type.Boolean({
      description:
        'Whether it rests on what skills told, with all its figures. Absent for small talk, refusals, and agents without skills.',
    }),
  ),
  unfounded_figures: Type.Optional(
    Type.Array(Type.Object({ text: Type.String(), start: Type.Integer(), end: Type.Integer() }, { title: 'Figure' }), {
      description: 'Figures of the text that stand in no result, with their offsets in characters.',
    }),
  ),
};

/** What the built-in reader tells beside an answer or a refusal. */
export const asides = {
  alternatives: Type.Optional(
    Type.Array(Type.Object({ reading: Type.String(), question: Type.String() }, { title: 'Alternative' }), {
      description: 'Other ways to read the question, the likeliest first; asking `question` asks it so.',
    }),
  ),
  would_help: Type.Optional(
    Type.Object(
      {
        term: Type.String({ description: 'The word without a meaning in the tables.' }),
        suggestions: Type.Array(glossaryEntry, { description: 'Entries of a glossary that may give it one.' }),
      },
      { title: 'WouldHelp', description: 'What a refusal lacks; not told to strangers.' },
    ),
  ),
};

const fault = Type.Object({ code: Type.String(), detail: Type.String() }, { title: 'StepFault' });
const timing = { started_at: Type.String(), milliseconds: Type.Integer() };
const toolCall = Type.Object({ id: Type.String(), name: Type.String(), input: Type.Unknown() });

export const step = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('language_model'),
        ...timing,
        model: Type.Optional(Type.String({ description: 'Name of the language model, or `builtin`.' })),
        text: Type.String(),
        tool_calls: Type.Array(toolCall),
        finish_reason: Type.String(),
        first_token_ms: Type.Optional(
          Type.Integer({ minimum: 0, description: 'Milliseconds until it began to answer.' }),
        ),
        usage,
        error: Type.Optional(fault),
      },
      { title: 'LanguageModelStep' },
    ),
    Type.Object(
      {
        kind: Type.Literal('tool'),
        ...timing,
        id: Type.String(),
        name: Type.String(),
        skill: orNull(Type.String()),
        input: Type.Unknown(),
        output: Type.Unknown({ description: 'The result, as the language model got it; null after an error.' }),
        details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        error: Type.Optional(fault),
      },
      { title: 'ToolStep' },
    ),
    Type.Object(
      { kind: Type.Literal('skill'), ...timing, skill: Type.String(), error: fault },
      { title: 'SkillStep', description: 'A skill that could not be used for this answer.' },
    ),
  ],
  { description: 'One step of an answer.' },
);
export type Step = Static<typeof step>;
export type LanguageModelStep = Extract<Step, { kind: 'language_model' }>;
export type ToolStep = Extract<Step, { kind: 'tool' }>;
export type StepFault = Static<typeof fault>;

export const finishReason = Type.Enum(
  ['stop', 'length', 'content_filter', 'step_limit', 'time_limit', 'tool_errors', 'other'] as const,
  { description: '`step_limit`, `time_limit`, `tool_errors`: the agent had to answer with what it knew so far.' },
);
export type FinishReason = Static<typeof finishReason>;

export const completionAnswer = Type.Object(
  {
    message: Type.Object({
      role: Type.Literal('assistant'),
      content: Type.String(),
      trace_id: Type.String({ description: 'ID of the message in its conversation.' }),
      citations: Type.Array(citation),
      steps: Type.Array(step),
      chart: Type.Optional(chart),
      answered: Type.Optional(
        Type.Literal(false, { description: 'Only false, for a text that does not answer the question.' }),
      ),
      ...asides,
      ...grounding,
    }),
    finish_reason: finishReason,
    limit_name: Type.Optional(Type.String({ description: 'The limit that ended it, if any.' })),
    limit: Type.Optional(orNull(Type.Integer({ description: 'The value of that limit.' }))),
    usage,
    conversation_id: Type.String(),
  },
  { title: 'Completion' },
);
export type CompletionAnswer = Static<typeof completionAnswer>;

export const agentTest = Type.Object(
  {
    provider: Type.String(),
    model_name: Type.String(),
    reply: Type.String(),
    milliseconds: Type.Integer(),
    usage,
    skills: Type.Array(Type.Object({ skill: Type.String(), tools: Type.Array(Type.String()), error: orNull(fault) }), {
      description: 'Each skill with its tools, or why it cannot be opened.',
    }),
  },
  { title: 'AgentTest' },
);
export type AgentTest = Static<typeof agentTest>;
