import { NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { JsonField } from './json-field.tsx';

type Schema = Record<string, unknown>;
export type ToolValues = Record<string, unknown>;

interface Props {
  /** JSON Schema of the input. */
  schema: Schema;
  values: ToolValues;
  onChange: (values: ToolValues) => void;
}

/** A field for each input of a tool. */
export function ToolInput({ schema, values, onChange }: Props) {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = values;
    onChange(value === undefined || value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <Stack gap="sm">
      {Object.entries(properties).map(([name, property]) => (
        <Field
          key={name}
          name={name}
          schema={property}
          isRequired={required.includes(name)}
          value={values[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
    </Stack>
  );
}

interface FieldProps {
  name: string;
  schema: Schema;
  isRequired: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

const longTexts = new Set(['sql', 'query', 'question', 'text']);

function Field({ name, schema, isRequired, value, onChange }: FieldProps) {
  const { type, enum: choices, description } = schema as { type?: string; enum?: unknown[]; description?: string };
  const shared = { label: name, description, required: isRequired };
  if (choices)
    return (
      <Select
        {...shared}
        clearable
        data={choices.map(String)}
        value={value === undefined ? null : String(value)}
        onChange={onChange}
      />
    );
  if (type === 'integer' || type === 'number')
    return (
      <NumberInput {...shared} allowDecimal={type === 'number'} value={(value as number) ?? ''} onChange={onChange} />
    );
  if (type === 'boolean')
    return (
      <Switch
        label={name}
        description={description}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (type === 'object' || type === 'array')
    return <JsonField label={name} value={value} onChange={onChange} isShown />;
  if (longTexts.has(name))
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        value={String(value ?? '')}
        styles={name === 'sql' ? { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } : {}}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput {...shared} value={String(value ?? '')} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
