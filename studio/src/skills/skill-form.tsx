import { Text, Textarea } from '@mantine/core';
import type { Skill } from '@sibyl/sdk';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { Form } from '../shared/form.tsx';
import { useSave } from '../shared/opened.tsx';
import { UnsavedGuard } from '../shared/unsaved-guard.tsx';
import { words } from '../words/skills.ts';
import type { FieldsProps, Params } from './fields-props.ts';
import { HttpFields } from './http-fields.tsx';
import { McpFields } from './mcp-fields.tsx';
import { AgentFields, KnowledgeFields, PredictFields } from './named-fields.tsx';
import { SqlFields } from './sql-fields.tsx';

const fieldsOf: Record<string, (props: FieldsProps) => React.ReactNode> = {
  sql: SqlFields,
  predict: PredictFields,
  knowledge: KnowledgeFields,
  agent: AgentFields,
  http: HttpFields as (props: FieldsProps) => React.ReactNode,
  mcp: McpFields as (props: FieldsProps) => React.ReactNode,
};

export const skillParts = ({ description, params }: Skill) => [description, params];

export function SkillForm({ skill }: { skill: Skill }) {
  const [description, setDescription] = useState(skill.description);
  const [params, setParams] = useState<Params>(skill.params);
  const Fields = fieldsOf[skill.type];
  const handle = sibyl.project(skill.project).skill(skill.name);
  const save = useSave(skill, {
    part: skillParts,
    read: () => handle.get(),
    write: () => handle.update({ description, params: changeOf(skill.params, params) } as never),
    done: words.saved,
    changes: ['getSkill', 'listSkills'],
  });
  const isChanged = description !== skill.description || JSON.stringify(params) !== JSON.stringify(skill.params);
  return (
    <Form
      to="skills.update"
      action={save}
      submit={words.save}
      aside={
        isChanged && (
          <Text size="sm" c="dimmed">
            {words.saveToTry}
          </Text>
        )
      }
    >
      <UnsavedGuard isChanged={isChanged} />
      <Textarea
        label={words.description}
        description={words.descriptionHint}
        autosize
        minRows={2}
        value={description}
        error={save.faults.at('/description')}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Fields skill={skill} params={params} onChange={setParams} />
    </Form>
  );
}

/** The service merges what it gets: null takes a value away. */
function changeOf(stored: Params, params: Params): Params {
  const gone = Object.keys(stored).filter((key) => params[key] === undefined);
  return { ...params, ...Object.fromEntries(gone.map((key) => [key, null])) };
}
