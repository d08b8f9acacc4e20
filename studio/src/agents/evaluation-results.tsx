import { Alert, Paper, Select, Stack, Text } from '@mantine/core';
import type { Agent, Result } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { CodeBlock } from '../shared/code-block.tsx';
import { seconds } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Markdown } from '../shared/markdown.tsx';
import { Status } from '../shared/status.tsx';
import { evaluations as words } from '../words/agents.ts';

type Evaluation = Result<'createEvaluation'>;
type Answer = Result<'getEvaluation'>['results'][number];

interface Props {
  agent: Agent;
  record: Evaluation;
  others: readonly Evaluation[];
}

/** What was answered to each question, and what changed since another evaluation. */
export function EvaluationResults({ agent, record, others }: Props) {
  const path = { projectName: agent.project, agentName: agent.name, evaluationName: record.name };
  const evaluation = useQuery({
    ...sibyl.query('getEvaluation', { path }),
    queryKey: ['getEvaluation', record.id, record.done, record.status],
  });
  return (
    <Stack gap="sm" maw={960}>
      {record.status === 'complete' && <Compared agent={agent} record={record} others={others} />}
      {record.error && <Alert color="red">{record.error}</Alert>}
      <Loaded query={evaluation}>
        {({ results }) => (
          <Stack gap="xs">
            {results.map((answer) => (
              <AnswerCard key={answer.question} answer={answer} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

function AnswerCard({ answer: { question, is_right, difference, answer, sql, milliseconds } }: { answer: Answer }) {
  return (
    <Paper withBorder p="sm">
      <Text fw={500} className="anywhere" dir="auto">
        {question}
      </Text>
      {answer !== null && <Markdown text={answer} />}
      <Text size="sm" c="dimmed" component="div">
        <Status value={is_right ? words.isRight : words.isWrong} color={is_right ? 'teal' : 'red'} />{' '}
        {seconds(milliseconds / 1000)}
        {difference && ` · ${difference}`}
      </Text>
      {sql.length > 0 && (
        <details>
          <summary>SQL</summary>
          <CodeBlock code={sql.join(';\n')} label="SQL" />
        </details>
      )}
    </Paper>
  );
}

function Compared({ agent, record, others }: Props) {
  const [earlier, setEarlier] = useState<string | null>(null);
  const path = { projectName: agent.project, agentName: agent.name, evaluationName: record.name };
  const comparison = useQuery({
    ...sibyl.query('compareEvaluations', { path, query: { with: earlier ?? '' } }),
    enabled: earlier !== null,
  });
  const names = others.filter(({ name, status }) => name !== record.name && status === 'complete');
  if (names.length === 0) return null;
  return (
    <>
      <Select
        label={words.compareWith}
        clearable
        maw={320}
        data={names.map(({ name }) => name)}
        value={earlier}
        onChange={setEarlier}
      />
      {earlier !== null && (
        <Loaded query={comparison} lines={1}>
          {({ better, worse, unmatched, changed }) => (
            <div role="status">
              <Text size="sm">{words.compared(better, worse, unmatched)}</Text>
              {changed.map(({ question, after }) => (
                <Text key={question} size="sm" className="anywhere">
                  {after.is_right ? words.nowRight : words.nowWrong}: {question}
                </Text>
              ))}
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}
