import { Button, Group, MultiSelect, Select, Stack, Text, Textarea } from '@mantine/core';
import type { Skill } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Editor } from '../shared/editor.tsx';
import { UnsavedGuard } from '../shared/unsaved-guard.tsx';
import { words } from '../words/skills.ts';

type Params = Record<string, unknown>;

export function SkillForm({ skill }: { skill: Skill }) {
  const [description, setDescription] = useState(skill.description);
  const [params, setParams] = useState<Params>(skill.params);
  const [fault, setFault] = useState<string>();
  const save = useAction(
    () =>
      sibyl
        .project(skill.project)
        .skill(skill.name)
        .update({ description, params } as never),
    {
      done: words.saved,
      changes: ['getSkill', 'listSkills'],
    },
  );
  const isChanged =
    description !== skill.description || JSON.stringify(params) !== JSON.stringify(skill.params) || fault !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <UnsavedGuard isChanged={isChanged} />
      <Textarea
        label={words.description}
        description={words.descriptionHint}
        autosize
        minRows={2}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <ParamFields skill={skill} params={params} onChange={setParams} onFault={setFault} />
      {fault && (
        <Text c="red" size="sm" role="alert">
          {fault}
        </Text>
      )}
      <Group>
        <Button type="submit" loading={save.isPending} disabled={fault !== undefined}>
          {words.save}
        </Button>
      </Group>
    </Stack>
  );
}

interface FieldProps {
  skill: Skill;
  params: Params;
  onChange: (params: Params) => void;
  onFault: (fault: string | undefined) => void;
}

/** Names to choose from if the kind has them, otherwise JSON. */
function ParamFields({ skill, params, onChange, onFault }: FieldProps) {
  const path = { projectName: skill.project };
  const tables = useQuery(sibyl.query('listTables', { path })).data ?? [];
  const models = useQuery(sibyl.query('listModels', { path })).data ?? [];
  const bases = useQuery(sibyl.query('listKnowledgeBases', { path })).data ?? [];
  const agents = useQuery(sibyl.query('listAgents', { path })).data ?? [];
  const lists: Record<string, { key: string; label: string; records: { name: string }[] }> = {
    sql: { key: 'tables', label: words.tables, records: tables },
    predict: { key: 'models', label: words.models, records: models },
    knowledge: { key: 'knowledge_bases', label: words.bases, records: bases },
  };
  const list = params.connection === undefined ? lists[skill.type] : undefined;
  if (list !== undefined) {
    const chosen = (params[list.key] as string[] | undefined) ?? [];
    const names = [...new Set([...list.records.map(({ name }) => name), ...chosen])];
    const set = (next: string[]) => onChange({ ...params, [list.key]: next.length > 0 ? next : null });
    return <MultiSelect label={list.label} data={names} value={chosen} searchable onChange={set} />;
  }
  if (skill.type === 'agent') {
    const names = agents.map(({ name }) => name);
    return (
      <Select
        label={words.agent}
        data={names}
        value={String(params.agent ?? '')}
        onChange={(agent) => onChange({ ...params, agent })}
      />
    );
  }
  return <JsonParams params={params} onChange={onChange} onFault={onFault} />;
}

function JsonParams({ params, onChange, onFault }: Omit<FieldProps, 'skill'>) {
  const [text, setText] = useState(() => JSON.stringify(params, null, 2));
  const change = (next: string) => {
    setText(next);
    try {
      onChange(JSON.parse(next));
      onFault(undefined);
    } catch {
      onFault(words.badJson);
    }
  };
  return (
    <div>
      <Text size="sm" fw={500}>
        {words.params}
      </Text>
      <Editor value={text} onChange={change} label={words.params} language="json" />
    </div>
  );
}
