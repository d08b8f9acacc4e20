import { Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { words } from '../words/models.ts';
import { useDescribed } from './described.ts';

export function ConfusionMatrix({ model }: { model: Model }) {
  const matrix = useDescribed(model, 'confusion_matrix');
  return (
    <Section title={words.confusion}>
      <Text size="sm" c="dimmed">
        {words.confusionLead}
      </Text>
      <Loaded query={matrix}>{(rows) => <Chart label={words.confusionLead} spec={specOf(rows)} />}</Loaded>
    </Section>
  );
}

function specOf(values: Record<string, unknown>[]): object {
  const x = { field: 'predicted', type: 'nominal', title: words.predicted };
  const y = { field: 'truth', type: 'nominal', title: words.actual };
  return {
    data: { values },
    encoding: { x, y },
    layer: [
      { mark: 'rect', encoding: { color: { field: 'count', type: 'quantitative', legend: null } } },
      ...(values.length <= 100
        ? [{ mark: { type: 'text', stroke: null, fontWeight: 600 }, encoding: { text: { field: 'count' } } }]
        : []),
    ],
  };
}
