import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { useFaults } from '../shared/faults.ts';
import { words } from '../words/skills.ts';
import type { FieldsProps } from './fields-props.ts';

export function PredictFields({ skill, params, onChange }: FieldsProps) {
  const faults = useFaults();
  const models = useQuery(sibyl.query('listModels', { path: { projectName: skill.project } })).data ?? [];
  const chosen = (params.models as string[] | undefined) ?? [];
  return (
    <MultiSelect
      label={words.models}
      required
      searchable
      data={[...new Set([...models.map(({ name }) => name), ...chosen])]}
      error={faults.at('/params/models')}
      value={chosen}
      onChange={(next) => onChange({ ...params, models: next })}
    />
  );
}

export function KnowledgeFields({ skill, params, onChange }: FieldsProps) {
  const faults = useFaults();
  const bases = useQuery(sibyl.query('listKnowledgeBases', { path: { projectName: skill.project } })).data ?? [];
  const chosen = (params.knowledge_bases as string[] | undefined) ?? [];
  return (
    <>
      <MultiSelect
        label={words.bases}
        required
        searchable
        data={[...new Set([...bases.map(({ name }) => name), ...chosen])]}
        error={faults.at('/params/knowledge_bases')}
        value={chosen}
        onChange={(next) => onChange({ ...params, knowledge_bases: next })}
      />
      <NumberInput
        label={words.passages}
        maw={220}
        min={1}
        max={20}
        placeholder="5"
        error={faults.at('/params/limit')}
        value={(params.limit as number | undefined) ?? ''}
        onChange={(limit) => onChange({ ...params, limit: limit === '' ? undefined : Number(limit) })}
      />
    </>
  );
}

export function AgentFields({ skill, params, onChange }: FieldsProps) {
  const faults = useFaults();
  const agents = useQuery(sibyl.query('listAgents', { path: { projectName: skill.project } })).data ?? [];
  return (
    <Select
      label={words.agent}
      required
      searchable
      data={agents.map(({ name }) => name)}
      error={faults.at('/params/agent')}
      value={String(params.agent ?? '')}
      onChange={(agent) => onChange({ ...params, agent: agent ?? undefined })}
    />
  );
}
