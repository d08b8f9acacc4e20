import { Button } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Sparkles } from 'lucide-react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { May } from '../shared/may.tsx';
import { words } from '../words/models.ts';

/** The sets of columns that a warning says may give the target away: those that do it together, or each one that holds most of it. */
export function leakingColumns(warning: string, inputs: readonly string[]): string[][] {
  const named = inputs.filter((name) => warning.includes(`\`${name}\``));
  if (/^columns? .* explains? the target: /.test(warning)) return named.length > 0 ? [named] : [];
  return warning.startsWith('most of the target is in ') ? named.map((name) => [name]) : [];
}

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
