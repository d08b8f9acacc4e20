import type { Json } from '../json.ts';
import type { Defaulted, Fixed, RecordTable } from './record.ts';

export interface SkillSchema {
  skills: SkillTable;
}

export type SkillType = 'sql' | 'knowledge' | 'predict' | 'http' | 'mcp' | 'agent';

export interface SkillTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  type: Fixed<SkillType>;
  description: string;
  /** Checked by the schema of its type; secrets inside are sealed. */
  params: Json;
  /** ID of the agent whose `data` it stands for; null when somebody made it by itself. */
  made_for: Defaulted<string | null>;
}
