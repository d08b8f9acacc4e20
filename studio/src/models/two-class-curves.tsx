import { Grid, Table, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useState } from 'react';
import { Chart } from '../shared/chart.tsx';
import { count, figure, percent } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/curves.ts';
import { gainsSpec, precisionRecallSpec, rocSpec } from './curve-specs.ts';
import { type Attributes, useDescribed } from './described.ts';
import { ThresholdPanel } from './threshold-panel.tsx';
import { inWords } from './value.ts';

interface CurveProps {
  model: Model;
  /** The second class, which the curves are of. */
  label: string;
  threshold: number;
}

const usualThreshold = 0.5;

/** ROC, precision and recall, and gains; nothing for models of older versions. */
export function TwoClassCurves({ model }: { model: Model }) {
  const roc = useDescribed(model, 'roc');
  const classes = useDescribed(model, 'classes');
  const inForce = useDescribed(model, 'threshold');
  const [moved, setMoved] = useState<number>();
  const width = { base: 12, lg: 6 };
  if (roc.data?.length === 0 || !classes.data || !inForce.data) return null;
  const threshold = moved ?? inForce.data[0]?.threshold ?? usualThreshold;
  const props = { model, label: inWords(classes.data[1].class), threshold };
  return (
    <>
      <Grid.Col span={12}>
        <Loaded query={roc}>{(points) => <ThresholdPanel {...props} points={points} onThreshold={setMoved} />}</Loaded>
      </Grid.Col>
      <Grid.Col span={width}>
        <Loaded query={roc}>{(points) => <Roc {...props} points={points} />}</Loaded>
      </Grid.Col>
      <Grid.Col span={width}>
        <PrecisionRecall {...props} />
      </Grid.Col>
      <Grid.Col span={12}>
        <Gains {...props} />
      </Grid.Col>
    </>
  );
}

function figuresOf({ accuracies }: Model): Record<string, number> {
  return (accuracies ?? {}) as Record<string, number>;
}

function Roc({ model, label, threshold, points }: CurveProps & { points: Attributes['roc'] }) {
  const lead = words.rocLead(label, figuresOf(model).auc);
  return (
    <Section title={<Term>{words.roc}</Term>}>
      <Text size="sm" c="dimmed" className="anywhere">
        {lead}
      </Text>
      <Chart label={lead} spec={rocSpec(points, threshold)} />
    </Section>
  );
}

function PrecisionRecall({ model, label, threshold }: CurveProps) {
  const points = useDescribed(model, 'precision_recall');
  return (
    <Section title={<Term of="precision">{words.precisionRecall}</Term>}>
      <Loaded query={points}>
        {(all) => {
          const usual = all.at(-1)?.precision ?? 0;
          const lead = words.precisionRecallLead(label, figuresOf(model).pr_auc, usual);
          return (
            <>
              <Text size="sm" c="dimmed" className="anywhere">
                {lead}
              </Text>
              <Chart label={lead} spec={precisionRecallSpec(all, usual, threshold)} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Gains({ model, label }: CurveProps) {
  const gains = useDescribed(model, 'gains');
  return (
    <Section title={<Term of="lift">{words.gains}</Term>}>
      <Loaded query={gains}>
        {(rows) => (
          <>
            <Text size="sm" c="dimmed" className="anywhere">
              {words.gainsLead(label, rows[0].gain, rows[0].lift)}
            </Text>
            <Grid>
              <Grid.Col span={{ base: 12, lg: 6 }}>
                <Chart label={words.gainsLead(label, rows[0].gain, rows[0].lift)} spec={gainsSpec(rows)} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 6 }}>
                <GainTable rows={rows} />
              </Grid.Col>
            </Grid>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function GainTable({ rows }: { rows: Attributes['gains'] }) {
  return (
    <Scroll label={words.gains}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {[words.tenth, words.rows, words.found, words.lift, words.cumulativeLift].map((title) => (
              <Table.Th key={title} ta="end">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.share}>
              <Table.Td className="number">{percent(row.share)}</Table.Td>
              <Table.Td className="number">{count(row.rows)}</Table.Td>
              <Table.Td className="number">{percent(row.gain)}</Table.Td>
              <Table.Td className="number">{figure(row.lift, 2)}</Table.Td>
              <Table.Td className="number">{figure(row.cumulative_lift, 2)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroll>
  );
}
