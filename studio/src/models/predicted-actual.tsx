import { Grid, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { words } from '../words/curves.ts';
import { scatterSpec } from './curve-specs.ts';
import { type Attributes, useDescribed } from './described.ts';
import { ErrorsByInput } from './errors-by-input.tsx';
import { Residuals } from './residuals.tsx';
import { useUnit } from './unit.ts';

/** Predicted against actual values and the errors along them; bands for models of older versions. */
export function PredictedActual({ model }: { model: Model }) {
  const scatter = useDescribed(model, 'predicted_actual');
  return (
    <Loaded query={scatter}>
      {([all]) => (all ? <Pictures model={model} scatter={all} /> : <Residuals model={model} />)}
    </Loaded>
  );
}

interface Props {
  model: Model;
  scatter: Attributes['predicted_actual'][number];
}

function Pictures({ model, scatter: { points, actual, errors } }: Props) {
  const unit = useUnit(model);
  const titled = (title: string) => (unit === undefined ? title : `${title} (${unit})`);
  const width = { base: 12, lg: 6 };
  const values = actual ?? points?.map(([x, y]) => ({ x, y })) ?? [];
  const differences = errors ?? points?.map(([x, y]) => ({ x, y: y - x })) ?? [];
  return (
    <Grid gap="lg">
      <Grid.Col span={width}>
        <Section title={words.scatter}>
          <Text size="sm" c="dimmed">
            {words.scatterLead}
          </Text>
          <Chart
            label={words.scatterLead}
            spec={scatterSpec(values, [titled(words.predicted), titled(words.actual)], 'same')}
          />
        </Section>
      </Grid.Col>
      <Grid.Col span={width}>
        <Section title={words.errors}>
          <Text size="sm" c="dimmed">
            {words.errorsLead}
          </Text>
          <Chart
            label={words.errorsLead}
            spec={scatterSpec(differences, [titled(words.predicted), titled(words.error)], 0)}
          />
        </Section>
      </Grid.Col>
      <Grid.Col span={12}>
        <ErrorsByInput model={model} />
      </Grid.Col>
    </Grid>
  );
}
