import { Alert, Button, Group, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { May } from '../shared/may.tsx';
import { words } from '../words/monitoring.ts';
import { inWords } from '../words/spoken.ts';

const changes = ['getModel', 'listModels', 'listModelVersions', 'getChallenger', 'describe', 'predict'];

interface Props {
  model: Model;
  /** Only of a version that waits. */
  waiting?: boolean;
}

/** What became of the last retrained version; one that waits can be accepted. */
export function ChallengerNote({ model, waiting = false }: Props) {
  const path = { projectName: model.project, modelName: model.name };
  const handle = sibyl.project(model.project).model(model.name);
  const { data } = useQuery(sibyl.query('getChallenger', { path }));
  const accept = useAction(() => handle.acceptChallenger(), {
    done: ({ challenger }) => words.accepted(challenger?.version ?? 0),
    changes,
  });
  const reject = useAction(() => handle.rejectChallenger(), { done: words.rejected, changes });
  if (!data?.decision || (waiting && data.decision !== 'waiting')) return null;
  return (
    <Alert color={data.decision === 'waiting' ? 'yellow' : 'gray'} title={words.challenger}>
      <Text size="sm">{data.reason && inWords(data.reason)}</Text>
      {data.decision === 'waiting' && (
        <May to="models.update">
          <Group gap="xs" mt="sm">
            <Button size="xs" loading={accept.isPending} onClick={() => accept.mutate()}>
              {words.accept}
            </Button>
            <Button size="xs" variant="default" loading={reject.isPending} onClick={() => reject.mutate()}>
              {words.reject}
            </Button>
          </Group>
        </May>
      )}
    </Alert>
  );
}
