import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Model, Monitoring } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { EyeOff, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { moment } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { Section } from '../shared/page.tsx';
import { publicPath } from '../shared/place.ts';
import { words } from '../words/monitoring.ts';
import { inWords } from '../words/spoken.ts';
import { ChallengerNote } from './challenger-note.tsx';
import { FreshForm } from './fresh-form.tsx';
import { KeptRows } from './kept-rows.tsx';
import { MonitoringCharts } from './monitoring-charts.tsx';
import { nameOf } from './monitoring-specs.ts';
import { ShadowTable } from './shadow-table.tsx';
import { TruthsDrop } from './truths-drop.tsx';
import { changes, WatchForm } from './watch-form.tsx';

const everyMs = 10_000;

/** What the model is asked and answers, and how it is kept fresh. */
export function MonitoringPanel({ model }: { model: Model }) {
  const fresh = <FreshForm model={model} key={`${model.policy} ${JSON.stringify(model.schedule)}`} />;
  return model.task === 'forecast' ? (
    <Stack gap="xl">
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" maw="46rem">
          {words.forecastLead}
        </Text>
        <ReportLink model={model} />
      </Group>
      <ChallengerNote model={model} />
      {fresh}
    </Stack>
  ) : (
    <Watched model={model}>{fresh}</Watched>
  );
}

function Watched({ model, children }: { model: Model; children: ReactNode }) {
  const path = { projectName: model.project, modelName: model.name };
  const monitoring = useQuery({ ...sibyl.query('getModelMonitoring', { path }), refetchInterval: everyMs });
  return (
    <Stack gap="xl">
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" maw="46rem">
          {words.lead} {model.monitor?.enabled && words.everyWindow(model.monitor.window)}
        </Text>
        <Switches model={model} />
      </Group>
      <ChallengerNote model={model} />
      <Loaded query={monitoring}>{(seen) => <Seen model={model} monitoring={seen} />}</Loaded>
      {model.monitor && <TruthsDrop model={model} />}
      <WatchForm model={model} key={JSON.stringify(model.monitor)} />
      {children}
    </Stack>
  );
}

function Switches({ model }: { model: Model }) {
  const handle = sibyl.project(model.project).model(model.name);
  const isOn = model.monitor?.enabled === true;
  const pause = useAction(() => handle.update({ monitor: { enabled: false } }), { done: words.paused, changes });
  return (
    <Group gap="xs">
      <ReportLink model={model} />
      <May to="models.update">
        {isOn && (
          <Button
            variant="default"
            leftSection={<EyeOff size={16} />}
            loading={pause.isPending}
            onClick={() => pause.mutate()}
          >
            {words.pause}
          </Button>
        )}
        {model.monitor && <Forget model={model} />}
      </May>
    </Group>
  );
}

function ReportLink({ model }: { model: Model }) {
  const report = `${publicPath}/api/projects/${encodeURIComponent(model.project)}/models/${encodeURIComponent(model.name)}/report`;
  return (
    <Button variant="default" leftSection={<FileText size={16} />} component="a" href={report} target="_blank">
      {words.report}
    </Button>
  );
}

function Forget({ model }: { model: Model }) {
  const forget = useAction(() => sibyl.project(model.project).model(model.name).update({ monitor: null }), {
    done: words.forgotten,
    changes,
  });
  return (
    <ConfirmButton
      label={words.forget}
      loss={words.forgetLoss}
      isRunning={forget.isPending}
      onConfirm={() => forget.mutate()}
    />
  );
}

function Seen({ model, monitoring }: { model: Model; monitoring: Monitoring }) {
  const { alarms, monitor, shadow, truths, windows } = monitoring;
  if (windows.length === 0) return <Text>{monitor ? words.nothing : words.notWatched}</Text>;
  return (
    <Stack gap="xl">
      {alarms.length > 0 && (
        <Section title={words.alarms}>
          {alarms.map(({ cause, since, detail }) => (
            <Alert key={cause} color="red" title={`${words.alarmOf[cause]}, ${words.since(sinceOf(since, windows))}`}>
              {inWords(detail)}
            </Alert>
          ))}
        </Section>
      )}
      {shadow && <ShadowTable shadow={shadow} windows={windows} />}
      <MonitoringCharts model={model} windows={windows} />
      <May to="models.read_sample">
        <KeptRows model={model} windows={windows} />
      </May>
      <Text size="sm" c="dimmed">
        {truths.joined + truths.waiting > 0 ? words.truthsKnown(truths.joined, truths.waiting) : words.noTruths}
      </Text>
    </Stack>
  );
}

/** As the charts call the window; the model is stale since a moment of its own. */
function sinceOf(since: string, windows: Monitoring['windows']): string {
  const window = windows.find(({ start }) => start === since);
  return window ? words.utc(nameOf(window)) : moment(since);
}
