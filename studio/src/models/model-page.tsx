import { Alert, Button, Stack, Tabs } from '@mantine/core';
import type { Action, Model } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { sibyl } from '../shared/client.ts';
import { Loaded, LoadingLines } from '../shared/loaded.tsx';
import { May, useMay } from '../shared/may.tsx';
import { Page } from '../shared/page.tsx';
import { lazyPart } from '../shared/part.ts';
import { RemoveButton } from '../shared/remove-button.tsx';
import { isRunning } from '../shared/running.ts';
import { stateOf } from '../shared/state-of.ts';
import { Status } from '../shared/status.tsx';
import { UsedBy } from '../shared/used-by.tsx';
import { words } from '../words/models.ts';
import { words as monitoring } from '../words/monitoring.ts';
import { inWords } from '../words/spoken.ts';
import { ChallengerNote } from './challenger-note.tsx';
import { ResultPanel } from './result-panel.tsx';
import { TrainingPanel } from './training-panel.tsx';
import { TryPanel } from './try-panel.tsx';

const route = getRouteApi('/p/$project/models/$model');
const LearnedPanel = lazyPart(() => import('./learned-panel.tsx'), 'LearnedPanel');
const BatchPanel = lazyPart(() => import('./batch-panel.tsx'), 'BatchPanel');
const VersionsPanel = lazyPart(() => import('./versions-panel.tsx'), 'VersionsPanel');
const MonitoringPanel = lazyPart(() => import('./monitoring-panel.tsx'), 'MonitoringPanel');
const CodePanel = lazyPart(() => import('./code-panel.tsx'), 'CodePanel');

export function ModelPage() {
  const { project, model: name } = route.useParams();
  const navigate = useNavigate();
  const model = useQuery(sibyl.query('getModel', { path: { projectName: project, modelName: name } }));
  const remove = (
    <RemoveButton
      to="models.delete"
      name={name}
      loss={words.loss}
      trash
      work={() => sibyl.project(project).model(name).delete()}
      changes={['listModels']}
      onDone={() => navigate({ to: '/p/$project/models', params: { project } })}
    >
      <UsedBy asked={sibyl.query('getModelUses', { path: { projectName: project, modelName: name } })} />
    </RemoveButton>
  );
  return (
    <Page
      title={name}
      lead={model.data && leadOf(model.data)}
      mark={model.data && <Status value={stateOf(model.data)} />}
      actions={!model.error && remove}
    >
      <Loaded query={model}>{(record) => <Stages model={record} />}</Loaded>
    </Page>
  );
}

/** The record tells of the newest version, which need not be the active one. */
function leadOf({ target, row_count, training_seconds, version, active_version }: Model): string {
  const isOther = active_version !== null && active_version !== version;
  const learned =
    !isOther && row_count !== null && training_seconds !== null ? `, ${words.rows(row_count, training_seconds)}` : '';
  return `${words.target} ${target}${learned}`;
}

/** A running training shows its progress, a trained model its results. */
function Stages({ model }: { model: Model }) {
  const mayAnswer = model.active_version !== null;
  const isToldBelow = route.useSearch().tab === 'monitoring';
  return (
    <Stack gap="lg">
      {isRunning(model) && <TrainingPanel model={model} key={model.version} />}
      {(model.status === 'failed' || model.status === 'cancelled') && <Failure model={model} />}
      {mayAnswer && !isToldBelow && model.status === 'complete' && model.version !== model.active_version && (
        <May to="models.list_versions">
          <ChallengerNote model={model} waiting />
        </May>
      )}
      {mayAnswer && <ActiveViews model={model} />}
    </Stack>
  );
}

function Failure({ model: { project, name, error, status, version, active_version } }: { model: Model }) {
  const of = active_version === null ? undefined : version;
  const again = (
    <May to="models.create">
      <Button
        mt="sm"
        size="xs"
        variant="default"
        component={Link}
        to="/p/$project/train"
        params={{ project } as never}
        search={{ model: name } as never}
      >
        {words.retry}
      </Button>
    </May>
  );
  return status === 'failed' ? (
    <Alert color="red" title={words.failed(of)} role="alert">
      {error && inWords(error)}
      <div>{again}</div>
    </Alert>
  ) : (
    <Alert color="gray" title={words.stopped(of)}>
      {again}
    </Alert>
  );
}

const panels = {
  result: ResultPanel,
  try: TryPanel,
  learned: LearnedPanel,
  batch: BatchPanel,
  monitoring: MonitoringPanel,
  versions: VersionsPanel,
  code: CodePanel,
};
/** What a view takes beyond asking the model. */
const takes: Partial<Record<string, Action>> = {
  result: 'models.list_versions',
  learned: 'models.list_versions',
  monitoring: 'models.read_monitor',
  versions: 'models.list_versions',
  code: 'models.list_versions',
};
const labels = {
  result: words.result,
  try: words.tryIt,
  learned: words.inside,
  batch: words.batch,
  monitoring: monitoring.title,
  versions: words.versions,
  code: words.code,
};

/** The record tells of the newest version, which may have no figures yet; what is shown is of the active one. */
function ActiveViews({ model }: { model: Model }) {
  const { project, name, version, active_version } = model;
  const active = useQuery({
    ...sibyl.query('getModel', { path: { projectName: project, modelName: `${name}.${active_version}` } }),
    enabled: version !== active_version,
  });
  if (version === active_version) return <Views model={model} />;
  return <Loaded query={active}>{(record) => <Views model={record} />}</Loaded>;
}

function Views({ model }: { model: Model }) {
  const may = useMay();
  const mayShow = (view: string) => takes[view] === undefined || may(takes[view]);
  const { tab = mayShow('result') ? 'result' : 'try' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Tabs
      value={tab}
      onChange={(next) => navigate({ search: (old: object) => ({ ...old, tab: next }) as never })}
      keepMounted={false}
    >
      <Tabs.List>
        {Object.entries(labels)
          .filter(([view]) => mayShow(view))
          .map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
      </Tabs.List>
      {Object.entries(panels)
        .filter(([view]) => mayShow(view))
        .map(([value, Panel]) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <Suspense fallback={<LoadingLines />}>
              <Panel model={model} />
            </Suspense>
          </Tabs.Panel>
        ))}
    </Tabs>
  );
}
