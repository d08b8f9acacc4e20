import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { LineList, RemoveLine } from '../shared/line-list.tsx';
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
    <LineList label={label} hint={hint} add={words.addField} onAdd={add}>
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
          <RemoveLine
            label={words.removeField(field.name)}
            disabled={fixed.has(field.name)}
            onRemove={() => remove(index)}
          />
        </Group>
      ))}
    </LineList>
  );
}
