import { MultiSelect, TextInput } from '@mantine/core';
import type { Chatbot } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { useFaults } from '../shared/faults.ts';
import { alarmsPosted as words } from '../words/chatbots.ts';

export interface AlarmValues {
  channel: string;
  models: string[];
  causes: string[];
}

export function alarmsOf({ alarms }: Chatbot['params']): AlarmValues {
  return { channel: alarms?.channel ?? '', models: alarms?.models ?? [], causes: alarms?.causes ?? [] };
}

/** No channel means none, no model and no cause the usual ones. */
export function sentAlarms({ channel, models, causes }: AlarmValues) {
  if (channel === '') return null;
  return { channel, ...(models.length > 0 && { models }), ...(causes.length > 0 && { causes }) };
}

/** Where alarms of models are posted, and which. */
export function AlarmFields({
  project,
  example,
  values,
  onChange,
}: {
  project: string;
  /** How the platform writes a channel. */
  example: string;
  values: AlarmValues;
  onChange: (values: AlarmValues) => void;
}) {
  const faults = useFaults();
  const models = useQuery(sibyl.query('listModels', { path: { projectName: project } })).data;
  const [channelFault, modelFault, causeFault] = ['channel', 'models', 'causes'].map((field) =>
    faults.at(`/params/alarms/${field}`),
  );
  return (
    <>
      <TextInput
        label={words.channel}
        description={words.channelHint}
        placeholder={example}
        value={values.channel}
        error={channelFault ?? faults.at('/params/alarms')}
        onChange={(event) => onChange({ ...values, channel: event.currentTarget.value.trim() })}
      />
      {values.channel !== '' && (
        <>
          <MultiSelect
            label={words.models}
            placeholder={values.models.length > 0 ? '' : words.allModels}
            data={[...new Set([...(models?.map(({ name }) => name) ?? []), ...values.models])]}
            value={values.models}
            error={modelFault}
            onChange={(next) => onChange({ ...values, models: next })}
            searchable
          />
          <MultiSelect
            label={words.causes}
            placeholder={values.causes.length > 0 ? '' : words.usualCauses}
            data={Object.entries(words.causeNames).map(([value, label]) => ({ value, label }))}
            value={values.causes}
            error={causeFault}
            onChange={(next) => onChange({ ...values, causes: next })}
          />
        </>
      )}
    </>
  );
}
