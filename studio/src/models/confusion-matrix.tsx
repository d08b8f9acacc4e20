import { Text, useComputedColorScheme } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/models.ts';
import { type ConfusionCell, confusionSpec, mostConfused, mostShownClasses } from './confusion-spec.ts';
import { useDescribed } from './described.ts';

export function ConfusionMatrix({ model }: { model: Model }) {
  const matrix = useDescribed(model, 'confusion_matrix');
  return (
    <Section title={<Term of="confusion matrix">{words.confusion}</Term>}>
      <Loaded query={matrix}>{(cells) => <Matrix cells={cells} />}</Loaded>
    </Section>
  );
}

function Matrix({ cells: all }: { cells: readonly ConfusionCell[] }) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const { cells, classes } = mostConfused(all);
  const lead =
    classes > mostShownClasses
      ? `${words.confusionLead} ${words.mostConfused(mostShownClasses, classes)}`
      : words.confusionLead;
  return (
    <>
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
      <Chart label={lead} spec={confusionSpec(cells, words, isDark)} />
    </>
  );
}
