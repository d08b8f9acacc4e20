import { Button, Select, Stack, Text } from '@mantine/core';
import type { Skill } from '@sibyl/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { Loaded } from '../shared/loaded.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { quoted } from '../shared/quoted.ts';
import { words } from '../words/skills.ts';
import { ToolInput, type ToolValues } from './tool-input.tsx';
import { ToolOutput } from './tool-output.tsx';
import { type Tested, useTested } from './use-tested.ts';

type Tool = Tested['tools'][number];

/** The tools of a skill as an agent gets them, and a test call. */
export function SkillTest({ skill }: { skill: Skill }) {
  const tested = useTested(skill);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {words.testLead}
      </Text>
      <Loaded query={tested}>
        {({ tools }) =>
          tools.length > 0 ? <Tools key={skill.updated_at} skill={skill} tools={tools} /> : <Text>{words.noTool}</Text>
        }
      </Loaded>
    </Stack>
  );
}

function Tools({ skill, tools }: { skill: Skill; tools: Tool[] }) {
  const [name, setName] = useState(tools[0].name);
  const tool = tools.find((one) => one.name === name) ?? tools[0];
  return (
    <Stack gap="sm">
      {tools.length > 1 && (
        <Select
          label={words.tool}
          allowDeselect={false}
          data={tools.map((one) => one.name)}
          value={name}
          onChange={(next) => setName(next ?? name)}
        />
      )}
      <ToolForm key={tool.name} skill={skill} tool={tool} />
    </Stack>
  );
}

function ToolForm({ skill, tool }: { skill: Skill; tool: Tool }) {
  const [values, setValues] = useState<ToolValues>(() => exampleOf(skill, tool));
  const call = useMutation({
    mutationFn: () =>
      sibyl
        .project(skill.project)
        .skill(skill.name)
        .test({ input: values, tool: tool.name } as never),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    call.mutate();
  };
  return (
    <Stack gap="sm" component="form" onSubmit={submit}>
      <Text size="sm" className="anywhere">
        {tool.description}
      </Text>
      <ToolInput schema={tool.parameters} values={values} onChange={setValues} />
      <Button type="submit" variant="light" loading={call.isPending}>
        {words.run}
      </Button>
      {call.error && <ProblemNote error={call.error} />}
      {call.data?.result && (
        <section aria-label={words.result} aria-live="polite">
          <ToolOutput output={call.data.result.content} />
        </section>
      )}
    </Stack>
  );
}

/** A query to begin with. */
function exampleOf({ params }: Skill, { parameters }: Tool): ToolValues {
  const { properties = {} } = parameters as { properties?: object };
  if (!('sql' in properties)) return {};
  const [table] = (params as { tables?: string[] | null }).tables ?? [];
  return { sql: table === undefined ? 'select 1' : `select count(*) as number from ${quoted(table)}` };
}
