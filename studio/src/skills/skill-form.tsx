import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { Skill } from '@sibyl/sdk';
import { type FormEvent, useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { UnsavedGuard } from '../shared/unsaved-guard.tsx';
import { words } from '../words/skills.ts';
import { HttpFields } from './http-fields.tsx';
import { McpFields } from './mcp-fields.tsx';
import { AgentFields, KnowledgeFields, PredictFields } from './named-fields.tsx';
import { SqlFields } from './sql-fields.tsx';

type Params = Record<string, unknown>;

export interface FieldsProps {
  skill: Skill;
  params: Params;
  onChange: (params: Params) => void;
}

const fieldsOf: Record<string, (props: FieldsProps) => React.ReactNode> = {
  sql: SqlFields,
  predict: PredictFields,
  knowledge: KnowledgeFields,
  agent: AgentFields,
  http: HttpFields as (props: FieldsProps) => React.ReactNode,
  mcp: McpFields as (props: FieldsProps) => React.ReactNode,
};

export function SkillForm({ skill }: { skill: Skill }) {
  const [description, setDescription] = useState(skill.description);
  const [params, setParams] = useState<Params>(skill.params);
  const Fields = fieldsOf[skill.type];
  const save = useAction(
    () =>
      sibyl
        .project(skill.project)
        .skill(skill.name)
        .update({ description, params: changeOf(skill.params, params) } as never),
    { done: words.saved, changes: ['getSkill', 'listSkills'] },
  );
  const isChanged = description !== skill.description || JSON.stringify(params) !== JSON.stringify(skill.params);
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
      <Fields skill={skill} params={params} onChange={setParams} />
      <Group>
        <Button type="submit" loading={save.isPending}>
          {words.save}
        </Button>
        {isChanged && (
          <Text size="sm" c="dimmed">
            {words.saveToTry}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

/** The service merges what it gets: null takes a value away. */
function changeOf(stored: Params, params: Params): Params {
  const gone = Object.keys(stored).filter((key) => params[key] === undefined);
  return { ...params, ...Object.fromEntries(gone.map((key) => [key, null])) };
}
