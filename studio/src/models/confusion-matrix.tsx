import { Text, useComputedColorScheme } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { count, percent } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/models.ts';
import { useDescribed } from './described.ts';
import { inWords } from './value.ts';

export function ConfusionMatrix({ model }: { model: Model }) {
  const matrix = useDescribed(model, 'confusion_matrix');
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Section title={<Term of="confusion matrix">{words.confusion}</Term>}>
      <Text size="sm" c="dimmed">
        {words.confusionLead}
      </Text>
      <Loaded query={matrix}>
        {(rows) => <Chart label={words.confusionLead} spec={specOf(rows.map(labelled), isDark)} />}
      </Loaded>
    </Section>
  );
}

/** Models of older versions have no shares. */
function labelled({ truth, predicted, count: rows, share }: Record<string, unknown>) {
  const text = typeof share === 'number' ? `${count(Number(rows))} (${percent(share)})` : count(Number(rows));
  return { truth: inWords(truth), predicted: inWords(predicted), count: rows, text };
}

/** The most frequent cells have the colour of the range's far end. */
function specOf(values: Record<string, unknown>[], isDark: boolean): object {
  const most = Math.max(...values.map(({ count }) => Number(count)));
  const test = `datum.count > ${most / 2}`;
  const [ink, inkOnMost] = isDark ? ['#f1f3f5', '#141517'] : ['#212529', '#ffffff'];
  const x = { field: 'predicted', type: 'nominal', title: words.predicted };
  const y = { field: 'truth', type: 'nominal', title: words.actual };
  return {
    data: { values },
    encoding: { x, y },
    layer: [
      { mark: 'rect', encoding: { color: { field: 'count', type: 'quantitative', legend: null } } },
      ...(values.length <= 100
        ? [
            {
              mark: { type: 'text', fontWeight: 600, fontSize: values.length <= 9 ? 13 : 10 },
              encoding: { text: { field: 'text' }, color: { value: ink, condition: { test, value: inkOnMost } } },
            },
          ]
        : []),
    ],
  };
}
