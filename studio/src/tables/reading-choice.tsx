import { Select, TextInput } from '@mantine/core';
import { words } from '../words/tables.ts';
import type { Choice } from './reading-choices.ts';

/** A field for one option of reading; `found` is what the service detected. */
export function ReadingChoice({
  choice,
  found = '',
  fault,
  value,
  onChange,
}: {
  choice: Choice;
  found?: string;
  fault: string | undefined;
  value: string;
  onChange: (value: string | null) => void;
}) {
  const described = found === '' ? undefined : words.found(found);
  if (choice.options === undefined)
    return (
      <TextInput
        label={choice.label}
        description={described}
        value={value}
        error={fault}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <Select
      label={choice.label}
      description={described}
      placeholder={words.found_out}
      data={choice.options}
      value={value || null}
      error={fault}
      onChange={onChange}
      clearable
    />
  );
}
