import { Alert, Grid, Group, Paper, Stack, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Info } from 'lucide-react';
import { costHeadline, headline, headlineFigure, mainFigure } from '../words/accuracy.ts';
import { words } from '../words/models.ts';
import { inWords } from '../words/spoken.ts';
import { AccuracyTable } from './accuracy-table.tsx';
import { BacktestReport } from './backtest.tsx';
import { Calibration } from './calibration.tsx';
import { ClassTable } from './class-table.tsx';
import { ConfusionMatrix } from './confusion-matrix.tsx';
import { useDescribed } from './described.ts';
import { Importances } from './importances.tsx';
import { leakingColumns } from './leaking-columns.ts';
import { Learning } from './learning.tsx';
import { LeaveOutButton } from './leave-out-button.tsx';
import { PredictedActual } from './predicted-actual.tsx';
import { Slices } from './slices.tsx';
import { TwoClassCurves } from './two-class-curves.tsx';
import { useUnit } from './unit.ts';
import { Validation } from './validation.tsx';

/** The model's quality: in words, in figures, and where it errs. */
export function ResultPanel({ model }: { model: Model }) {
  const isForecast = model.task === 'forecast';
  const hasClasses = model.task === 'binary' || model.task === 'multiclass';
  return (
    <Stack gap="lg">
      <Headline model={model} />
      {(model.warnings ?? []).length > 0 && (
        <Alert color="yellow" icon={<Info size={18} />} title={words.warnings}>
          {model.warnings?.map((warning) => (
            <Warning key={warning} model={model} warning={warning} />
          ))}
        </Alert>
      )}
      <Grid gap="lg">
        {!isForecast && (
          <Grid.Col span={{ base: 12, lg: 6 }}>
            <Importances model={model} />
          </Grid.Col>
        )}
        <Grid.Col span={isForecast ? 12 : { base: 12, lg: 6 }}>
          <Stack gap="lg">
            <AccuracyTable model={model} />
            <Validation model={model} />
          </Stack>
        </Grid.Col>
        {isForecast && <BacktestReport model={model} />}
        {model.task === 'regression' && (
          <Grid.Col span={12}>
            <PredictedActual model={model} />
          </Grid.Col>
        )}
        {hasClasses && (
          <>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <ConfusionMatrix model={model} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <ClassTable model={model} />
            </Grid.Col>
          </>
        )}
        {model.task === 'binary' && <TwoClassCurves model={model} />}
        {!isForecast && (
          <>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Stack gap="lg">
                <Calibration model={model} />
                <Learning model={model} />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 6 }}>
              <Slices model={model} />
            </Grid.Col>
          </>
        )}
      </Grid>
    </Stack>
  );
}

function Warning({ model, warning }: { model: Model; warning: string }) {
  const leaking = leakingColumns(warning, model.inputs ?? []);
  return (
    <Text size="sm" className="anywhere">
      {inWords(warning)}{' '}
      {leaking.map((columns) => (
        <LeaveOutButton key={columns.join()} model={model} columns={columns} />
      ))}
    </Text>
  );
}

/** The figure to judge by: what a row costs, where costs are set. */
function Headline({ model }: { model: Model }) {
  const plan = useDescribed(model, 'plan', model.task === 'forecast');
  const unit = useUnit(model);
  const { cost } = model;
  return (
    <Paper withBorder p="lg">
      <Group gap="lg" align="center">
        <Text fz={44} fw={650} lh={1}>
          {mainFigure(model)}
        </Text>
        <Stack gap={4} className="grow">
          {cost && (
            <Text fz="lg" className="anywhere">
              {costHeadline(cost)}
            </Text>
          )}
          <Text fz={cost ? 'sm' : 'lg'} c={cost ? 'dimmed' : undefined} className="anywhere">
            {cost && `${headlineFigure(model)}. `}
            {headline(model, model.target, plan.data?.[0]?.season, unit)}
          </Text>
        </Stack>
      </Group>
    </Paper>
  );
}
