import { Button, Grid, Group, NumberInput, Slider, Stack, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useState } from 'react';
import { useAction } from '../shared/action.ts';
import { Chart } from '../shared/chart.tsx';
import { sibyl } from '../shared/client.ts';
import { count, figure, percent } from '../shared/format.ts';
import { May } from '../shared/may.tsx';
import { Section } from '../shared/page.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/threshold.ts';
import { costSpec, ratesSpec } from './curve-specs.ts';
import type { Attributes } from './described.ts';
import { answeredAt, bestFor, costOf, type ErrorCosts } from './threshold-figures.ts';

const changes = ['getModel', 'listModels', 'listModelVersions', 'describe', 'predict'];

interface Props {
  model: Model;
  label: string;
  points: Attributes['roc'];
  threshold: number;
  onThreshold: (threshold: number) => void;
}

/** From which probability on the second class is answered, and what that is worth on held-out rows. */
export function ThresholdPanel({ model, label, points, threshold, onThreshold }: Props) {
  const kept = model.options.costs;
  const [given, setGiven] = useState<Partial<ErrorCosts>>(() => costsOf(kept, label));
  const costs = completeOf(given);
  const handle = sibyl.project(model.project).model(`${model.name}.${model.active_version}`);
  const save = useAction((change: object) => handle.update(change), { done: words.saved, changes });
  const setCost = (name: keyof ErrorCosts) => (value: string | number) => {
    const next = { ...given, [name]: typeof value === 'number' && value > 0 ? value : undefined };
    setGiven(next);
    const settled = completeOf(next);
    if (settled) onThreshold(bestFor(settled));
  };
  const isChosen = model.options.threshold !== undefined || kept !== undefined;
  return (
    <Section title={<Term of="threshold">{words.title}</Term>}>
      <Text size="sm" c="dimmed" className="anywhere">
        {words.lead(label)}
      </Text>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack>
            <Text fw={600}>{words.from(label, percent(threshold))}</Text>
            <Slider
              thumbLabel={words.title}
              min={0.01}
              max={0.99}
              step={0.01}
              label={percent}
              value={threshold}
              onChange={onThreshold}
            />
            <Group grow align="flex-end">
              <NumberInput
                label={words.inVain(label)}
                min={0}
                value={given.false_positive ?? ''}
                onChange={setCost('false_positive')}
              />
              <NumberInput
                label={words.missed(label)}
                min={0}
                value={given.false_negative ?? ''}
                onChange={setCost('false_negative')}
              />
            </Group>
            <Worth points={points} threshold={threshold} label={label} costs={costs} />
            <May to="models.update">
              <Group>
                <Button
                  loading={save.isPending}
                  onClick={() =>
                    save.mutate({ threshold, ...(costs ? { costs: byName(costs, label) } : kept && { costs: null }) })
                  }
                >
                  {words.use}
                </Button>
                {isChosen && (
                  <Button variant="default" onClick={() => save.mutate({ threshold: null, costs: null })}>
                    {words.usual}
                  </Button>
                )}
              </Group>
            </May>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Chart
            label={costs ? words.costLead : words.ratesLead}
            spec={costs ? costSpec(points, costs, threshold) : ratesSpec(points, threshold)}
          />
        </Grid.Col>
      </Grid>
    </Section>
  );
}

/** Of two classes, what misses one answers the other in vain. */
function costsOf(kept: Model['options']['costs'], label: string): Partial<ErrorCosts> {
  const [name, costs] = Object.entries(kept ?? {})[0] ?? [];
  if (!costs) return {};
  return name === label
    ? { false_positive: costs.false, false_negative: costs.missed }
    : { false_positive: costs.missed, false_negative: costs.false };
}

function byName({ false_positive, false_negative }: ErrorCosts, label: string) {
  return { [label]: { missed: false_negative, false: false_positive } };
}

function completeOf({ false_positive, false_negative }: Partial<ErrorCosts>): ErrorCosts | undefined {
  return false_positive && false_negative ? { false_positive, false_negative } : undefined;
}

function Worth({
  points,
  threshold,
  label,
  costs,
}: Pick<Props, 'points' | 'threshold' | 'label'> & { costs: ErrorCosts | undefined }) {
  const answered = answeredAt(points, threshold);
  const { truePositives, falsePositives, falseNegatives, rows } = answered;
  const cost = costs && costOf(answered, costs);
  const usual = costs && costOf(answeredAt(points, 0.5), costs);
  return (
    <div aria-live="polite">
      <Text className="anywhere">
        {words.found(
          label,
          count(truePositives),
          count(truePositives + falseNegatives),
          count(falsePositives),
          count(rows),
        )}
      </Text>
      {cost && usual && (
        <Text className="anywhere">{words.costs(figure(cost.mean), figure(cost.error, 2), figure(usual.mean))}</Text>
      )}
    </div>
  );
}
