import { Checkbox, Group, MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { useState } from 'react';
import { useFormAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Form } from '../shared/form.tsx';
import { Section } from '../shared/page.tsx';
import { words } from '../words/monitoring.ts';

interface Watch {
  window: 'hour' | 'day';
  idColumn: string;
  exclude: string[];
  sampleRows: number | string;
  shadow: boolean;
}

/** What is read anew where it changes how a model is watched. */
export const changes = ['getModel', 'listModels', 'getModelMonitoring', 'getChallenger'];

const usualRows = 1000;
const mostRows = 5000;

/** What is collected of predicted rows; the first save turns it on. */
export function WatchForm({ model }: { model: Model }) {
  const isOn = model.monitor?.enabled === true;
  const [watch, setWatch] = useState(() => startOf(model));
  const change = (part: Partial<Watch>) => setWatch((old) => ({ ...old, ...part }));
  const save = useFormAction(
    () =>
      sibyl
        .project(model.project)
        .model(model.name)
        .update({ monitor: monitorOf(watch) }),
    { done: isOn ? words.saved : words.begun, changes },
  );
  const { faults } = save;
  return (
    <Section title={words.collected}>
      <Form to="models.update" action={save} submit={isOn ? words.saveSettings : words.begin} maw="46rem">
        <Group grow align="flex-start">
          <NativeSelect
            label={words.window}
            value={watch.window}
            onChange={({ currentTarget }) => change({ window: currentTarget.value as Watch['window'] })}
            data={Object.entries(words.windows).map(([value, label]) => ({ value, label }))}
          />
          <TextInput
            label={words.idColumn}
            description={words.idColumnHint}
            value={watch.idColumn}
            onChange={({ currentTarget }) => change({ idColumn: currentTarget.value })}
            error={faults.at('/monitor/id_column')}
          />
        </Group>
        <NumberInput
          label={words.keptRows}
          description={words.keptRowsHint}
          min={0}
          max={mostRows}
          value={watch.sampleRows}
          onChange={(sampleRows) => change({ sampleRows })}
          error={faults.at('/monitor/sample_rows')}
        />
        <MultiSelect
          label={words.exclude}
          description={words.excludeHint}
          value={watch.exclude}
          onChange={(exclude) => change({ exclude })}
          data={[...new Set([...(model.inputs ?? []), ...watch.exclude])]}
          error={faults.at('/monitor/exclude')}
          searchable
        />
        <Checkbox
          label={words.useShadow}
          checked={watch.shadow}
          onChange={({ currentTarget }) => change({ shadow: currentTarget.checked })}
        />
      </Form>
    </Section>
  );
}

function startOf({ monitor }: Model): Watch {
  return {
    window: monitor?.window ?? 'day',
    idColumn: monitor?.id_column ?? '',
    exclude: [...(monitor?.exclude ?? [])],
    sampleRows: monitor?.sample_rows ?? usualRows,
    shadow: monitor?.shadow ?? false,
  };
}

function monitorOf({ window, idColumn, exclude, sampleRows, shadow }: Watch) {
  return {
    enabled: true,
    window,
    id_column: idColumn.trim() === '' ? null : idColumn.trim(),
    exclude,
    ...(typeof sampleRows === 'number' && { sample_rows: sampleRows }),
    shadow,
  };
}
