import { type Static, Type } from 'typebox';
import { removalFields } from '../../http/reply/removal.ts';
import { name, nameOrId, projectName, recordFields } from '../../http/reply/schemas.ts';
import { listQueryFields } from '../../http/request/listing.ts';
import type { SkillKind } from './kind.ts';
import { kinds } from './kinds.ts';

export const skillPath = Type.Object({ projectName, skillName: nameOrId });

const names = kinds.flatMap(({ type, otherNames }) => [type, ...otherNames]);

const type = Type.Enum(names, {
  description: `What the skill does. ${kinds.flatMap(describeOtherNames).join(' ')}`,
});

function describeOtherNames({ type, otherNames }: SkillKind): string[] {
  return otherNames.map((name) => `\`${name}\` is \`${type}\`.`);
}

const description = Type.String({
  maxLength: 4000,
  description: 'For the language model: what the skill knows or does, and when to use it.',
});
const params = Type.Record(Type.String(), Type.Unknown(), {
  description: `By type. ${kinds.map(describeFields).join(' ')} Values of \`headers\` are secrets: write-only.`,
});

function describeFields({ type, fields }: SkillKind): string {
  return `\`${type}\`: ${fields.map((field) => `\`${field}\``).join(', ')}.`;
}

const fault = Type.Object(
  {
    code: Type.String({ examples: ['table_not_found'] }),
    detail: Type.String({ examples: ['There is no table home_rentals in project default.'] }),
  },
  { title: 'Broken' },
);
export type Broken = Static<typeof fault>;
/** Of records that need others. */
export const broken = Type.Union([fault, Type.Null()], {
  description: 'What it lacks to work, such as a table that was deleted; null when it lacks nothing.',
});

export const skillRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    type: Type.Enum(kinds.map(({ type }) => type)),
    description: Type.String(),
    params: Type.Record(Type.String(), Type.Unknown(), { description: 'Secrets are shown as `********`.' }),
    agent_ids: Type.Array(Type.String(), { description: 'Agents that use the skill.' }),
    agents: Type.Array(Type.String(), { description: 'Their names.' }),
    broken,
    warnings: Type.Array(
      Type.Object({ pointer: Type.String(), code: Type.String(), detail: Type.String() }, { title: 'SkillWarning' }),
      { description: 'Entries of its glossary that no longer fit the tables; answers do without them.' },
    ),
  },
  { title: 'Skill' },
);
export type SkillRecord = Static<typeof skillRecord>;

export const skillCreation = Type.Object(
  { name, type, description: Type.Optional(description), params: Type.Optional(params) },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'rentals',
        type: 'sql',
        description: 'Homes that were rented out, with size, place and price.',
        params: { tables: ['home_rentals'], max_rows: 50 },
      },
    ],
  },
);
export type SkillCreation = Static<typeof skillCreation>;

export const skillChange = Type.Object(
  {
    name: Type.Optional(name),
    type: Type.Optional(type),
    description: Type.Optional(description),
    params: Type.Optional({ ...params, description: 'Merged into the stored ones; null removes a key.' }),
  },
  { additionalProperties: false, examples: [{ params: { max_rows: 200, tables: null } }] },
);
export type SkillChange = Static<typeof skillChange>;

export const skillListQuery = Type.Object(
  {
    ...listQueryFields,
    agent: Type.Optional(Type.String({ maxLength: 140, description: 'Only skills of this agent, by name or ID.' })),
  },
  { additionalProperties: false },
);

export const skillDeletion = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether to delete it even if agents use it, which then lose it.' }),
    ),
    ...removalFields,
  },
  { additionalProperties: false },
);

export const skillTest = Type.Union([
  Type.Object(
    {
      tool: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Name of the tool; needed if there are several, except for the query tool of `sql`.',
        }),
      ),
      input: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Input of the tool to run.' })),
    },
    { additionalProperties: false, examples: [{ input: { sql: 'select count(*) as homes from home_rentals' } }] },
  ),
  Type.Null(),
]);
export type SkillTest = Static<typeof skillTest>;

export const skillTestAnswer = Type.Object(
  {
    instructions: Type.String({ description: 'Instructions about the skill in the prompt.' }),
    tools: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        parameters: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema of the input.' }),
      }),
    ),
    offered: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), description: Type.String() }), {
        description: 'Of an MCP server: all tools that it offers, allowed or not.',
      }),
    ),
    result: Type.Union(
      [
        Type.Object({
          content: Type.Unknown({ description: 'The result, as the language model gets it.' }),
          citations: Type.Array(Type.Record(Type.String(), Type.Unknown())),
          details: Type.Record(Type.String(), Type.Unknown()),
        }),
        Type.Null(),
      ],
      { description: 'Null without an input.' },
    ),
  },
  { title: 'SkillTest' },
);
export type SkillTestAnswer = Static<typeof skillTestAnswer>;
