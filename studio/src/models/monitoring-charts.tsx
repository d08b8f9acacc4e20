import { Text } from '@mantine/core';
import type { Model, MonitoringWindow } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { Section } from '../shared/page.tsx';
import { words as modelWords } from '../words/models.ts';
import { words } from '../words/monitoring.ts';
import { driftSpec, figureSpec, metricsOf, mostColumns, volumeSpec } from './monitoring-specs.ts';

const rowHeight = 22;
/** Of one answer; older ones are left out. */
const mostWindows = 200;
/** Inputs of a model. */
const mostCompared = 100;

/** The windows of a watched model: volume, distance of each column, figures with their errors. */
export function MonitoringCharts({ model, windows }: { model: Model; windows: MonitoringWindow[] }) {
  const { live, estimated } = metricsOf(windows);
  const columns = Math.max(...windows.map((window) => window.columns.length));
  return (
    <>
      <Section title={words.drift}>
        <Text size="sm" c="dimmed">
          {[words.driftLead, ...whatIsLeftOut(windows.length, columns, model.inputs?.length ?? 0)].join(' ')}
        </Text>
        <Chart
          label={words.driftLead}
          spec={driftSpec(windows)}
          height={rowHeight * (Math.min(columns, mostColumns) + 2)}
        />
      </Section>
      {live.length > 0 && (
        <Section title={words.live}>
          {live.map((metric) => (
            <Chart
              key={metric}
              label={words.liveLead(modelWords.figureOf[metric] ?? metric)}
              spec={figureSpec(windows, metric)}
              height={180}
            />
          ))}
        </Section>
      )}
      {estimated !== undefined && (
        <Section title={words.estimated}>
          <Chart
            label={words.estimatedLead(modelWords.figureOf[estimated] ?? estimated)}
            spec={figureSpec(windows, estimated, { isEstimate: true })}
            height={180}
          />
        </Section>
      )}
      <Section title={words.volume}>
        <Chart label={words.volumeLead} spec={volumeSpec(windows)} height={140} />
      </Section>
    </>
  );
}

function whatIsLeftOut(windows: number, columns: number, inputs: number): string[] {
  return [
    ...(windows >= mostWindows ? [words.newest(windows)] : []),
    ...(columns > mostColumns ? [words.farthest(mostColumns, columns)] : []),
    ...(inputs > mostCompared ? [words.mostImportant(columns, inputs)] : []),
  ];
}
