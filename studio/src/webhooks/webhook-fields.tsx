import { TagsInput, TextInput } from '@mantine/core';
import { useFaults } from '../shared/faults.ts';
import { webhooks as words } from '../words/operate.ts';

export interface WebhookValues {
  url: string;
  types: string[];
}

/** No type chosen means all. */
export function sentOf({ url, types }: WebhookValues) {
  return { url, types: types.length > 0 ? types : null };
}

/** Where events go, and which. */
export function WebhookFields({
  values,
  onChange,
}: {
  values: WebhookValues;
  onChange: (values: WebhookValues) => void;
}) {
  const faults = useFaults();
  return (
    <>
      <TextInput
        label={words.address}
        placeholder="https://"
        type="url"
        required
        value={values.url}
        error={faults.at('/url')}
        onChange={(event) => onChange({ ...values, url: event.currentTarget.value })}
      />
      <TagsInput
        label={words.types}
        data={words.usualTypes}
        value={values.types}
        error={faults.at('/types')}
        onChange={(types) => onChange({ ...values, types })}
      />
    </>
  );
}
