import { Button } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Sparkles } from 'lucide-react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { May } from '../shared/may.tsx';
import { words } from '../words/models.ts';

/** Trains a new version without the columns, with the options of this one; it is compared before it is active. */
export function LeaveOutButton({ model, columns }: { model: Model; columns: readonly string[] }) {
  const { ignore = [], ...options } = model.options;
  const train = useAction(
    () =>
      sibyl
        .project(model.project)
        .model(model.name)
        .retrain({
          options: { ...options, ignore: [...ignore, ...columns] },
          ...(model.policy ? {} : { policy: 'ask' }),
        }),
    { done: words.trainsWithout(columns), changes: ['getModel', 'listModels', 'listModelVersions'] },
  );
  return (
    <May to="models.retrain">
      <Button
        size="compact-xs"
        variant="default"
        className="wraps"
        leftSection={<Sparkles size={12} />}
        loading={train.isPending}
        onClick={() => train.mutate()}
      >
        {words.trainWithout(columns)}
      </Button>
    </May>
  );
}
