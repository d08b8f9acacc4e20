import type { Skill } from '@sibyl/sdk';

export type Params = Record<string, unknown>;

/** What the fields of one type of skill get. */
export interface FieldsProps {
  skill: Skill;
  params: Params;
  onChange: (params: Params) => void;
}
