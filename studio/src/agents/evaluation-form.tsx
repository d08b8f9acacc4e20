import { ActionIcon, Button, Group, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { Agent, Body, Result } from '@sibyl/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useFormAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { useFaults } from '../shared/faults.ts';
import { Form } from '../shared/form.tsx';
import { nameFor } from '../tables/upload.ts';
import { evaluations as words } from '../words/agents.ts';
import { words as shared } from '../words/shared.ts';

type Kind = keyof typeof words.kinds;
type Asked = NonNullable<Body<'createEvaluation'>['questions']>[number];

interface Line {
  id: number;
  question: string;
  kind: Kind;
  value: string;
}

const blank = (id: number): Line => ({ id, question: '', kind: 'value', value: '' });

/** A number is compared as a number. */
const expectedOf = (text: string) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);

function askedOf({ question, kind, value }: Line): Asked {
  if (kind === 'refuses') return { question, expected: { refuses: true } };
  return { question, expected: kind === 'passage' ? { passage: value } : { value: expectedOf(value) } };
}

/** Asks new questions, or those of an earlier evaluation again. */
export function EvaluationForm({ agent, others }: { agent: Agent; others: readonly Result<'createEvaluation'>[] }) {
  const navigate = useNavigate();
  const [lines, setLines] = useState<Line[]>([blank(0)]);
  const [of, setOf] = useState<string | null>(null);
  const [given, setGiven] = useState<string>();
  const name = given ?? nameFor(`${agent.name}_evaluation`, new Set(others.map((other) => other.name)));
  const body = { name, ...(of ? { questions_of: of } : { questions: lines.map(askedOf) }) };
  const ask = useFormAction(() => sibyl.project(agent.project).agent(agent.name).evaluate(body), {
    changes: ['listEvaluations'],
    onDone: (made) => {
      setGiven(undefined);
      navigate({ to: '.', search: { tab: 'evaluations', evaluation: made.name } as never, resetScroll: false });
    },
  });
  return (
    <Paper withBorder p="md" maw={960}>
      <Form to="evaluations.create" action={ask} submit={words.ask} gap="sm">
        <Text c="dimmed" size="sm">
          {words.lead}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={shared.name}
            required
            value={name}
            error={ask.faults.at('/name')}
            onChange={(event) => setGiven(event.currentTarget.value)}
          />
          {others.length > 0 && (
            <Select
              label={words.again}
              placeholder={words.newQuestions}
              clearable
              data={others.map((other) => other.name)}
              value={of}
              error={ask.faults.at('/questions_of')}
              onChange={setOf}
            />
          )}
        </SimpleGrid>
        {of === null && <Lines lines={lines} onChange={setLines} />}
      </Form>
    </Paper>
  );
}

function Lines({ lines, onChange }: { lines: Line[]; onChange: (lines: Line[]) => void }) {
  const change = (id: number, next: Partial<Line>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...next } : line)));
  const faults = useFaults();
  const last = lines.at(-1)?.id ?? 0;
  return (
    <Stack gap="xs">
      {lines.map((line, index) => (
        <Group key={line.id} gap="xs" align="flex-end">
          <TextInput
            className="grow"
            label={words.question(index + 1)}
            required
            value={line.question}
            error={faults.at(`/questions/${index}/question`)}
            onChange={(event) => change(line.id, { question: event.currentTarget.value })}
          />
          <Select
            label={words.kind}
            allowDeselect={false}
            w={190}
            data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
            value={line.kind}
            onChange={(kind) => change(line.id, { kind: (kind ?? 'value') as Kind })}
          />
          {line.kind !== 'refuses' && (
            <TextInput
              label={words.expected}
              required
              w={150}
              value={line.value}
              error={faults.at(`/questions/${index}/expected`)}
              onChange={(event) => change(line.id, { value: event.currentTarget.value })}
            />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            disabled={lines.length === 1}
            aria-label={words.removeQuestion(index + 1)}
            onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}
          >
            <X size={16} />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} />}
          onClick={() => onChange([...lines, blank(last + 1)])}
        >
          {words.add}
        </Button>
      </div>
    </Stack>
  );
}
