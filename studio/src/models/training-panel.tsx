import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useEffect, useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { percent } from '../shared/format.ts';
import { May } from '../shared/may.tsx';
import { forget } from '../shared/query-client.ts';
import { words } from '../words/models.ts';
import { ScoreLine } from './score-line.tsx';

interface Score {
  seconds: number;
  score: number;
}

/** A running training. */
export function TrainingPanel({ model }: { model: Model }) {
  const { record, scores } = useWatched(model);
  const { phase, fraction, eta_seconds, best_score } = record.progress ?? {
    phase: record.status,
    fraction: 0,
    eta_seconds: null,
    best_score: null,
  };
  const cancel = useAction(() => sibyl.project(model.project).model(model.name).cancel(), {
    done: words.cancelled,
    changes: ['getModel', 'listModels'],
  });
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600} role="status">
            {words.training}: {words.phases[phase] ?? phase.replaceAll('_', ' ')}
          </Text>
          <May to="models.cancel">
            <ConfirmButton
              size="xs"
              label={words.cancelTraining}
              loss={words.lossOfTraining}
              isRunning={cancel.isPending}
              onConfirm={() => cancel.mutate()}
            />
          </May>
        </Group>
        <Progress value={fraction * 100} animated size="lg" aria-label={words.training} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {percent(fraction)}
            {eta_seconds !== null && ` · ${words.left(eta_seconds)}`}
          </Text>
          <Text size="sm">{best_score !== null && words.best(best_score)}</Text>
        </Group>
        <ScoreLine scores={scores} />
        {model.active_version !== null && <Text size="sm">{words.answersMeanwhile(model.active_version)}</Text>}
      </Stack>
    </Paper>
  );
}

/** Scores of this visit by version, for whoever leaves the page and comes back. */
const seen = new Map<string, { started: number; scores: Score[] }>();

function useWatched(model: Model): { record: Model; scores: Score[] } {
  const [record, setRecord] = useState(model);
  const version = `${model.id} ${model.version}`;
  const [scores, setScores] = useState<Score[]>(() => seen.get(version)?.scores ?? []);
  useEffect(() => {
    const watching = new AbortController();
    const { started } = seen.get(version) ?? { started: Date.now() };
    let status: string | undefined;
    const watch = async () => {
      for await (const next of sibyl.project(model.project).model(model.name).watch({ signal: watching.signal })) {
        setRecord(next);
        if (next.status !== status) void forget('getModel', 'listModels');
        status = next.status;
        const score = next.progress?.best_score;
        if (score == null) continue;
        const former = seen.get(version)?.scores ?? [];
        const known = [...former, { seconds: (Date.now() - started) / 1000, score }];
        seen.set(version, { started, scores: known });
        setScores(known);
      }
      await forget('getModel', 'listModels', 'describe', 'listModelVersions');
    };
    // The record tells why watching ended, and is read again.
    watch().catch(() => void (watching.signal.aborted || forget('getModel')));
    return () => watching.abort();
  }, [model.project, model.name, version]);
  return { record, scores };
}
