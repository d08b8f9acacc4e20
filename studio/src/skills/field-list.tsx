import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { words } from '../words/skills.ts';
import type { Field } from './http-params.ts';

interface Props {
  label: string;
  hint: string;
  fields: readonly Field[];
  /** Names that stand elsewhere and cannot be changed here. */
  fixed?: ReadonlySet<string>;
  onChange: (fields: Field[]) => void;
}

const none: ReadonlySet<string> = new Set();

/** Fields that an agent fills in, each with its type and meaning. */
export function FieldList({ label, hint, fields, fixed = none, onChange }: Props) {
  const change = (index: number, next: Partial<Field>) =>
    onChange(fields.map((field, place) => (place === index ? { ...field, ...next } : field)));
  const remove = (index: number) => onChange(fields.filter((_, place) => place !== index));
  const add = () => onChange([...fields, { name: '', description: '', type: 'string', required: false }]);
  return (
    <Stack gap="xs" component="fieldset" className="plain-fieldset">
      <Text component="legend" size="sm" fw={600}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field has no other key while its name is typed
        <Group key={index} gap="xs" align="center" className="field-line">
          <TextInput
            aria-label={words.fieldName}
            placeholder={words.fieldName}
            required
            w={110}
            readOnly={fixed.has(field.name)}
            value={field.name}
            onChange={(event) => change(index, { name: event.currentTarget.value })}
          />
          <NativeSelect
            w={126}
            aria-label={words.fieldType(field.name)}
            data={Object.entries(words.fieldTypes).map(([value, name]) => ({ value, label: name }))}
            value={field.type}
            onChange={(event) => change(index, { type: event.currentTarget.value })}
          />
          <TextInput
            className="stretch"
            aria-label={words.fieldMeaning(field.name)}
            placeholder={words.meaning}
            value={field.description}
            onChange={(event) => change(index, { description: event.currentTarget.value })}
          />
          <Checkbox
            label={words.required}
            checked={field.required}
            disabled={fixed.has(field.name)}
            onChange={(event) => change(index, { required: event.currentTarget.checked })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.removeField(field.name)}
            disabled={fixed.has(field.name)}
            onClick={() => remove(index)}
          >
            <X size={16} />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button variant="default" size="compact-sm" leftSection={<Plus size={14} />} onClick={add}>
          {words.addField}
        </Button>
      </div>
    </Stack>
  );
}
