import { type Static, Type } from 'typebox';

const names = (description: string) => Type.Array(Type.String(), { description });

export const uses = Type.Object(
  {
    models: names('Models that learned from it; they answer without it, but cannot be trained again.'),
    skills: names('Skills that name it.'),
    agents: names('Agents that have it or such a skill.'),
    chatbots: names(
      'Chatbots of these agents, those that keep documents in it, and those that post its alarms by name.',
    ),
  },
  { title: 'Uses', description: 'Names of the records that need a record.' },
);
export type Uses = Static<typeof uses>;
