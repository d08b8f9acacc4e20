import { Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/models.ts';
import { type CalibrationPoint, useDescribed } from './described.ts';

const ofNumbers = { lead: words.coverageLead, level: words.coverageLevel, share: words.coverage };
const ofClasses = { lead: words.calibrationLead, level: words.confidence, share: words.observed };

export function Calibration({ model }: { model: Model }) {
  const calibration = useDescribed(model, 'calibration');
  const said = model.task === 'regression' ? ofNumbers : ofClasses;
  return (
    <Section title={<Term of="calibration">{words.calibration}</Term>}>
      <Text size="sm" c="dimmed">
        {said.lead}
      </Text>
      <Loaded query={calibration}>{(points) => <Chart label={said.lead} spec={specOf(points, said)} />}</Loaded>
    </Section>
  );
}

function specOf(points: CalibrationPoint[], { level, share }: typeof ofNumbers): object {
  const known = points.filter(({ observed }) => observed !== null);
  const lowest = Math.min(...known.flatMap(({ confidence, observed }) => [confidence, observed ?? 1]), 0.5);
  const scale = { domain: [Math.max(0, lowest - 0.05), 1] };
  const x = { field: 'confidence', type: 'quantitative', title: level, axis: { format: '%' }, scale };
  const y = { field: 'observed', type: 'quantitative', title: share, axis: { format: '%' }, scale };
  const diagonal = scale.domain.map((value) => ({ confidence: value, observed: value }));
  const spans = known.flatMap(({ confidence, observed, standard_error }) =>
    observed === null || standard_error === undefined
      ? []
      : [
          {
            confidence,
            from: Math.max(0, observed - 2 * standard_error),
            observed: Math.min(1, observed + 2 * standard_error),
          },
        ],
  );
  return {
    layer: [
      { data: { values: diagonal }, mark: { type: 'line', strokeDash: [4, 4], color: '#868e96' }, encoding: { x, y } },
      {
        data: { values: spans },
        mark: { type: 'rule', clip: true, opacity: 0.4 },
        encoding: { x, y, y2: { field: 'from' } },
      },
      { data: { values: known }, mark: { type: 'line', point: { size: 60 } }, encoding: { x, y } },
    ],
  };
}
