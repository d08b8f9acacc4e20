import type { Json } from '../json.ts';
import type { Defaulted, Fixed, RecordTable } from './record.ts';

export interface SkillSchema {
  skills: SkillTable;
}

export interface SkillTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  /** A type of `resources/skills/kinds.ts`. */
  type: Fixed<string>;
  description: string;
  /** Validated by the schema of the skill type; secrets in it are sealed. */
  params: Json;
  /** ID of the agent whose `data` setting created the skill; null for a skill created by itself. */
  made_for: Defaulted<string | null>;
}
