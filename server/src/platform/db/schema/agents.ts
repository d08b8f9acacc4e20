import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface AgentSchema {
  agents: AgentTable;
  agent_versions: AgentVersionTable;
  agent_skills: AgentSkillTable;
}

export interface AgentTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  /** Number of the current settings; each change adds one. */
  version: number;
  /** Key of the language model's provider; null when none was given. */
  sealed_api_key: string | null;
  /** 1 when its card is public; null in rows from before there were cards. */
  published: number | null;
}

/** The settings of an agent at one time; immutable. */
export interface AgentVersionTable {
  agent_id: Fixed<string>;
  version: Fixed<number>;
  settings: Fixed<Json>;
  created_at: Fixed<string>;
  created_by: Fixed<string | null>;
}

/** A skill of an agent's current settings. */
export interface AgentSkillTable {
  agent_id: Fixed<string>;
  skill_id: Fixed<string>;
  /** Order of the skills, from 0. */
  position: number;
}
