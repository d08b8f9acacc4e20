import { Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { figure } from '../shared/format.ts';
import { Section } from '../shared/page.tsx';
import { Term } from '../shared/term.tsx';
import { words as evaluation } from '../words/evaluation.ts';
import { words } from '../words/models.ts';
import { type Attributes, useDescribed } from './described.ts';

/** Whether more rows would make the model better. Nothing is shown where that was not measured. */
export function Learning({ model }: { model: Model }) {
  const { data } = useDescribed(model, 'learning');
  const known = data?.[0];
  if (known === undefined) return null;
  const { metric, rows, half, all, doubled } = known;
  const label = words.figureOf[metric] ?? metric;
  const finished = model.accuracies?.[metric];
  return (
    <Section title={<Term of="learning curve">{words.learning}</Term>}>
      <Text size="sm">
        {words.learned(label, figure(half, 3), figure(all, 3))}
        {doubled === null ? '.' : words.wouldLearn(figure(doubled, 3))}
      </Text>
      {finished !== undefined && (
        <Text size="sm" c="dimmed">
          {words.learnedOf(rows, figure(finished, 3))}
        </Text>
      )}
      <Chart label={evaluation.learningCurve} height={180} spec={curveOf(known, label, finished)} />
    </Section>
  );
}

/** A point for each size that was measured, dashed what twice as many rows would bring, and the finished model. */
function curveOf(
  { rows, half, all, doubled }: Attributes['learning'][number],
  metric: string,
  finished: number | undefined,
): object {
  const measured = [
    { rows: Math.round(rows / 2), value: half },
    { rows, value: all },
  ].map((point) => ({ ...point, is: evaluation.measured }));
  const next = doubled === null ? [] : [measured[1], { rows: 2 * rows, value: doubled }];
  const expected = next.map((point) => ({ ...point, is: evaluation.expected }));
  const dash = { domain: [evaluation.measured, evaluation.expected], range: [[], [4, 4]] };
  return {
    encoding: {
      x: { field: 'rows', type: 'quantitative', title: evaluation.learnedRows, scale: { zero: false } },
      y: { field: 'value', type: 'quantitative', title: metric, scale: { zero: false } },
    },
    layer: [
      {
        data: { values: [...measured, ...expected] },
        mark: { type: 'line', point: true, tooltip: true },
        encoding: { strokeDash: { field: 'is', type: 'nominal', title: null, scale: dash } },
      },
      {
        data: { values: finished === undefined ? [] : [{ rows, value: finished, is: evaluation.finished }] },
        mark: { type: 'point', shape: 'square', filled: true, size: 70, tooltip: true },
        encoding: { shape: { field: 'is', type: 'nominal', title: null, scale: { range: ['square'] } } },
      },
    ],
  };
}
