import { Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { words } from '../words/models.ts';
import { type Band, useDescribed } from './described.ts';

/** Predicted against actual values, on held-out rows. */
export function Residuals({ model }: { model: Model }) {
  const residuals = useDescribed(model, 'residuals');
  return (
    <Section title={words.residuals}>
      <Text size="sm" c="dimmed">
        {words.residualsLead}
      </Text>
      <Loaded query={residuals}>{([{ bands }]) => <Chart label={words.residualsLead} spec={specOf(bands)} />}</Loaded>
    </Section>
  );
}

function specOf(bands: Band[]): object {
  const points = bands.map(({ from, to, low, median, high }) => {
    const predicted = (from + to) / 2;
    return { predicted, low: predicted + low, actual: predicted + median, high: predicted + high };
  });
  const ends = [bands[0].from, bands.at(-1)?.to ?? 0].map((value) => ({ predicted: value, actual: value }));
  const x = { field: 'predicted', type: 'quantitative', title: words.predicted, scale: { zero: false } };
  const y = { field: 'actual', type: 'quantitative', title: words.actual, scale: { zero: false } };
  return {
    layer: [
      { data: { values: ends }, mark: { type: 'line', strokeDash: [4, 4], color: '#868e96' }, encoding: { x, y } },
      {
        data: { values: points },
        mark: { type: 'rule', strokeWidth: 6, opacity: 0.35, strokeCap: 'round' },
        encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
      },
      { data: { values: points }, mark: { type: 'point', filled: true, size: 60 }, encoding: { x, y } },
    ],
  };
}
