import { Button, Code, Select, Stack, Text, Textarea } from '@mantine/core';
import type { Result, Skill } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { Loaded } from '../shared/loaded.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { quoted } from '../tables/histogram-query.ts';
import { words } from '../words/skills.ts';

type Tested = Result<'testSkill'>;

/** The tools of a skill as an agent gets them, and a test call. */
export function SkillTest({ skill }: { skill: Skill }) {
  const opened = useQuery({
    queryKey: ['testSkill', skill.id, skill.updated_at],
    queryFn: () =>
      sibyl
        .project(skill.project)
        .skill(skill.name)
        .test({} as never),
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {words.testLead}
      </Text>
      <Loaded query={opened}>{(tested) => <ToolForm skill={skill} tested={tested} />}</Loaded>
    </Stack>
  );
}

function ToolForm({ skill, tested: { tools } }: { skill: Skill; tested: Tested }) {
  const [name, setName] = useState<string | undefined>(tools[0]?.name);
  const tool = tools.find((one) => one.name === name);
  const [text, setText] = useState<string>(() => exampleOf(skill, tools[0]));
  const [answer, setAnswer] = useState<Tested>();
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setError(undefined);
    try {
      const body = { input: JSON.parse(text), ...(tools.length > 1 ? { tool: name } : {}) };
      setAnswer(
        await sibyl
          .project(skill.project)
          .skill(skill.name)
          .test(body as never),
      );
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Stack gap="sm">
      <Select
        label={words.tool}
        data={tools.map((one) => one.name)}
        value={name ?? null}
        onChange={(next) => {
          setName(next ?? undefined);
          setText(
            exampleOf(
              skill,
              tools.find((one) => one.name === next),
            ),
          );
        }}
      />
      <Text size="sm" className="anywhere">
        {tool?.description}
      </Text>
      <Textarea
        label={words.input}
        autosize
        minRows={3}
        value={text}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button onClick={run} variant="light">
        {words.run}
      </Button>
      {error !== undefined && <ProblemNote error={error} />}
      {answer?.result && (
        <Code block mah={360} className="scroll">
          {JSON.stringify(answer.result.content, null, 2)}
        </Code>
      )}
    </Stack>
  );
}

/** Returns the fields of a tool to fill in. */
function exampleOf(skill: Skill, tool: Tested['tools'][number] | undefined): string {
  const [table] = (skill.params as { tables?: string[] | null }).tables ?? [];
  const sql = table === undefined ? 'select 1' : `select count(*) as number from ${quoted(table)}`;
  const { properties = {} } = (tool?.parameters ?? {}) as { properties?: Record<string, { type?: string }> };
  return JSON.stringify(
    Object.fromEntries(Object.keys(properties).map((name) => [name, name === 'sql' ? sql : ''])),
    null,
    2,
  );
}
