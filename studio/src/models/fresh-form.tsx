import { Checkbox, Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import type { Model, RetrainingSchedule } from '@sibyl/sdk';
import { useState } from 'react';
import { useFormAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { Form } from '../shared/form.tsx';
import { Section } from '../shared/page.tsx';
import { words } from '../words/monitoring.ts';

interface Fresh {
  cron: string;
  timeZone: string;
  afterRows: number | string;
  onAlarm: boolean;
  policy: keyof typeof words.policies;
}

/** When the model is trained again by itself, and which version answers then. */
export function FreshForm({ model }: { model: Model }) {
  const [fresh, setFresh] = useState(() => startOf(model));
  const change = (part: Partial<Fresh>) => setFresh((old) => ({ ...old, ...part }));
  const save = useFormAction(() => sibyl.project(model.project).model(model.name).update(changeOf(fresh)), {
    done: words.saved,
    changes: ['getModel', 'listModels'],
  });
  const { faults } = save;
  return (
    <Section title={words.fresh}>
      <Text size="sm" c="dimmed">
        {words.freshLead}
      </Text>
      <Form to="models.update" action={save} submit={words.save} maw="46rem">
        <Group grow align="flex-start">
          <TextInput
            label={words.cron}
            description={words.cronHint}
            value={fresh.cron}
            onChange={({ currentTarget }) => change({ cron: currentTarget.value })}
            error={faults.at('/schedule/cron')}
          />
          <TextInput
            label={words.timeZone}
            description="Europe/Berlin"
            value={fresh.timeZone}
            onChange={({ currentTarget }) => change({ timeZone: currentTarget.value })}
            error={faults.at('/schedule/time_zone')}
          />
        </Group>
        <NumberInput
          label={words.afterRows}
          min={1}
          value={fresh.afterRows}
          onChange={(afterRows) => change({ afterRows })}
          error={faults.at('/schedule/after_rows')}
        />
        {model.task !== 'forecast' && (
          <Checkbox
            label={words.onAlarm}
            checked={fresh.onAlarm}
            onChange={({ currentTarget }) => change({ onAlarm: currentTarget.checked })}
          />
        )}
        <NativeSelect
          label={words.policy}
          value={fresh.policy}
          onChange={({ currentTarget }) => change({ policy: currentTarget.value as Fresh['policy'] })}
          data={Object.entries(words.policies).map(([value, label]) => ({ value, label }))}
        />
      </Form>
    </Section>
  );
}

function startOf({ schedule, policy, task }: Model): Fresh {
  return {
    cron: schedule?.cron ?? '',
    timeZone: schedule?.time_zone ?? '',
    afterRows: schedule?.after_rows ?? '',
    // A forecast, which raises none, may have it from before it was refused
    onAlarm: task !== 'forecast' && (schedule?.on_alarm ?? false),
    policy: policy ?? 'none',
  };
}

function changeOf({ cron, timeZone, afterRows, onAlarm, policy }: Fresh) {
  const schedule: RetrainingSchedule = {
    ...(cron.trim() !== '' && { cron: cron.trim() }),
    ...(timeZone.trim() !== '' && { time_zone: timeZone.trim() }),
    ...(typeof afterRows === 'number' && { after_rows: afterRows }),
    ...(onAlarm && { on_alarm: true }),
  };
  return {
    schedule: Object.keys(schedule).length > 0 ? schedule : null,
    policy: policy === 'none' ? null : policy,
  };
}
