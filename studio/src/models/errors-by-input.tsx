import { Select, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { figure } from '../shared/format.ts';
import { Section } from '../shared/page.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/curves.ts';
import { type Attributes, useDescribed } from './described.ts';
import { inWords } from './value.ts';

const quiet = '#868e96';
/** More labels than this stand on a slope. */
const mostLevel = 5;

type ByInput = Attributes['errors_by_input'][number];

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
      <Chart label={`${words.errorsAlong}: ${chosen.column}`} spec={specOf(chosen)} />
    </Section>
  );
}

function specOf({ column, bands }: ByInput): object {
  const values = bands.map((band) => ({
    ...band,
    part: partOf(band),
    lower: band.mean - 2 * (band.standard_error ?? 0),
    upper: band.mean + 2 * (band.standard_error ?? 0),
  }));
  const x = {
    field: 'part',
    type: 'nominal',
    title: column,
    sort: null,
    axis: { labelLimit: 110, labelAngle: values.length > mostLevel ? -45 : 0 },
  };
  const y = { field: 'mean', type: 'quantitative', title: words.error };
  return {
    data: { values },
    layer: [
      {
        mark: { type: 'rule', strokeDash: [4, 4], color: quiet },
        encoding: { y: { datum: 0, type: 'quantitative' } },
      },
      {
        mark: { type: 'rule', strokeWidth: 6, opacity: 0.3, strokeCap: 'round', color: quiet },
        encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' } },
      },
      {
        mark: { type: 'rule', color: quiet, strokeWidth: 2 },
        encoding: { x, y: { ...y, field: 'lower' }, y2: { field: 'upper' } },
      },
      { mark: { type: 'line', point: true, tooltip: true }, encoding: { x, y } },
    ],
  };
}

function partOf({ value, from, below }: ByInput['bands'][number]): string {
  if (value !== undefined) return value === null ? words.missingPart : inWords(value);
  const [low, high] = [from, below].map((edge) => (typeof edge === 'number' ? figure(edge) : edge?.slice(0, 10)));
  if (low === undefined) return high === undefined ? words.knownPart : words.belowPart(high);
  return high === undefined ? words.fromPart(low) : `${low} – ${high}`;
}
