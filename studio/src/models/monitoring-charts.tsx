import { Text } from '@mantine/core';
import type { MonitoringWindow } from '@sibyl/sdk';
import { Chart } from '../shared/chart.tsx';
import { Section } from '../shared/page.tsx';
import { words } from '../words/monitoring.ts';
import { driftSpec, figureSpec, metricsOf, volumeSpec } from './monitoring-specs.ts';

const rowHeight = 22;

/** The windows of a watched model: volume, distance of each column, figures with their errors. */
export function MonitoringCharts({ windows }: { windows: MonitoringWindow[] }) {
  const { live, estimated } = metricsOf(windows);
  const columns = Math.max(...windows.map((window) => window.columns.length));
  return (
    <>
      <Section title={words.drift}>
        <Text size="sm" c="dimmed">
          {words.driftLead}
        </Text>
        <Chart label={words.driftLead} spec={driftSpec(windows)} height={rowHeight * (columns + 2)} />
      </Section>
      {live.length > 0 && (
        <Section title={words.live}>
          {live.map((metric) => (
            <Chart key={metric} label={words.liveLead(metric)} spec={figureSpec(windows, metric)} height={180} />
          ))}
        </Section>
      )}
      {estimated !== undefined && (
        <Section title={words.estimated}>
          <Chart
            label={words.estimatedLead(estimated)}
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
