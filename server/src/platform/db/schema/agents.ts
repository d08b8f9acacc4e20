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
  /** Of the settings that hold; rises by one with each change of them. */
  version: number;
  /** Key of the provider that the settings name; null when none was given. */
  sealed_api_key: string | null;
}

/** The settings of an agent at one time; never changed. */
export interface AgentVersionTable {
  agent_id: Fixed<string>;
  version: Fixed<number>;
  settings: Fixed<Json>;
  created_at: Fixed<string>;
  created_by: Fixed<string | null>;
}

/** A skill that an agent may use now. */
export interface AgentSkillTable {
  agent_id: Fixed<string>;
  skill_id: Fixed<string>;
  /** Order in which the skills were given, from 0. */
  position: number;
}
