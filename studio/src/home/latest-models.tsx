import { Anchor, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sibyl } from '../shared/client.ts';
import { ago } from '../shared/format.ts';
import { Section } from '../shared/page.tsx';
import { isRunning } from '../shared/running.ts';
import { stateOf } from '../shared/state-of.ts';
import { Status } from '../shared/status.tsx';
import { mainFigure } from '../words/accuracy.ts';
import { words } from '../words/home.ts';

const shown = 6;

/** The most recently changed models, including those in training. */
export function LatestModels({ project }: { project: string }) {
  const { data = [] } = useQuery(sibyl.query('listModels', { path: { projectName: project } }));
  if (data.length === 0) return null;
  const latest = data.toSorted((one, other) => other.updated_at.localeCompare(one.updated_at)).slice(0, shown);
  return (
    <Section title={words.latest}>
      <Stack gap="xs">
        {latest.map(({ id, name, status, active_version, target, updated_at, progress, ...judged }) => (
          <Paper key={id} withBorder p="sm">
            <Group justify="space-between" gap="xs">
              <div className="grow">
                <Anchor
                  component={Link}
                  to="/p/$project/models/$model"
                  params={{ project, model: name } as never}
                  fw={500}
                  className="anywhere"
                >
                  {name}
                </Anchor>
                <Text size="sm" c="dimmed" className="anywhere">
                  {words.trainedOn(target)} · {ago(updated_at)}
                </Text>
              </div>
              {judged.accuracy !== null && <Text fw={600}>{mainFigure(judged)}</Text>}
              <Status value={stateOf({ status, active_version })} />
            </Group>
            {isRunning({ status }) && (
              <Progress value={(progress?.fraction ?? 0) * 100} mt="xs" animated aria-label={name} />
            )}
          </Paper>
        ))}
      </Stack>
    </Section>
  );
}
