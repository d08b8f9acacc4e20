import { Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { figure } from '../shared/format.ts';
import { Section } from '../shared/page.tsx';
import { words } from '../words/models.ts';
import { useDescribed } from './described.ts';

/** Whether more rows would make the model better. Nothing is shown where that was not measured. */
export function Learning({ model }: { model: Model }) {
  const { data } = useDescribed(model, 'learning');
  const known = data?.[0];
  if (known === undefined) return null;
  const { metric, rows, half, all, doubled } = known;
  const finished = model.accuracies?.[metric];
  return (
    <Section title={words.learning}>
      <Text size="sm">
        {words.learned(words.figureOf[metric] ?? metric, figure(half, 3), figure(all, 3))}
        {doubled === null ? '.' : words.wouldLearn(figure(doubled, 3))}
      </Text>
      {finished !== undefined && (
        <Text size="sm" c="dimmed">
          {words.learnedOf(rows, figure(finished, 3))}
        </Text>
      )}
    </Section>
  );
}
