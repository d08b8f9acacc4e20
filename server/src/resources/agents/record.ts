import { decodeJson } from '../../platform/db/json.ts';
import type { Broken } from '../skills/schemas.ts';
import type { AgentRecord, AgentVersionRecord } from './schemas.ts';
import type { AgentSettings } from './settings.ts';
import type { AgentVersionRow, FoundAgent } from './store.ts';

/** Converts a row to an agent in responses; its API key is shown only as present or not. */
export function recordOf(
  { agent, settings, skills }: FoundAgent,
  { project, broken }: { project: string; broken: Broken | null },
): AgentRecord {
  const { id, name, version, created_at, updated_at, created_by } = agent;
  const { model, description, prompt_template, params } = settings;
  return {
    id,
    name,
    project,
    version,
    description,
    model: { ...model, api_key_set: agent.sealed_api_key !== null },
    provider: model.provider,
    model_name: model.model_name,
    prompt_template,
    params,
    published: agent.published === 1,
    skills: skills.map((skill) => ({
      id: skill.id,
      name: skill.name,
      type: skill.type,
      description: skill.description,
    })),
    broken,
    created_at,
    updated_at,
    created_by,
  };
}

/** Who may only ask an agent is not told how it is instructed. */
export function withoutInstructions(record: AgentRecord): AgentRecord {
  const { base_url: _, api_version: __, ...model } = record.model;
  const broken = record.broken && {
    ...record.broken,
    detail: 'It lacks something; editors of the project can read what.',
  };
  return { ...record, model, prompt_template: '', params: {}, broken };
}

export function versionRecordOf({ version, created_at, created_by, settings }: AgentVersionRow): AgentVersionRecord {
  const { skills, ...rest } = decodeJson<AgentSettings>(settings);
  return { version, created_at, created_by, ...rest, skill_ids: skills };
}
