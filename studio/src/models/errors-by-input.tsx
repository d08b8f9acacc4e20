import { Select, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { Section } from '../shared/page.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/curves.ts';
import { useDescribed } from './described.ts';
import { errorsByInputSpec } from './errors-by-input-spec.ts';

/** Errors along one input: where their mean leaves 0, the model has not learned what the input tells. */
export function ErrorsByInput({ model }: { model: Model }) {
  const { data: all = [] } = useDescribed(model, 'errors_by_input');
  const [column, choose] = useKept('along');
  const chosen = all.find((one) => one.column === column) ?? all[0];
  if (!chosen) return null;
  return (
    <Section title={words.errorsAlong}>
      <Text size="sm" c="dimmed">
        {words.errorsAlongLead}
      </Text>
      <Select
        aria-label={words.errorsAlong}
        maw={320}
        searchable
        allowDeselect={false}
        data={all.map((one) => one.column)}
        value={chosen.column}
        onChange={choose}
      />
      <Chart label={`${words.errorsAlong}: ${chosen.column}`} spec={errorsByInputSpec(chosen)} />
    </Section>
  );
}
