import { NumberInput, PasswordInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { connections as words } from '../words/operate.ts';
import type { EngineField } from './engines.ts';
import { LongSecret } from './long-secret.tsx';

/** The service shows a stored secret like this. */
export const hidden = '********';

interface Props {
  field: EngineField;
  value: unknown;
  fault: string | undefined;
  onChange: (value: unknown) => void;
}

/** A field of the form for one parameter of a connection. */
export function ParameterField({
  field: { kind, label, hint, usual, required = false, choices = {} },
  value,
  fault,
  onChange,
}: Props) {
  const placeholder = usual === undefined ? '' : (choices[usual] ?? String(usual));
  const shared = { label, description: hint, required, placeholder, error: fault };
  const text = value === undefined || value === null || value === hidden ? '' : String(value);
  if (kind === 'number')
    return <NumberInput {...shared} value={text === '' ? '' : Number(text)} allowDecimal={false} onChange={onChange} />;
  if (kind === 'choice')
    return (
      <Select
        {...shared}
        allowDeselect={!required}
        data={Object.entries(choices).map(([key, name]) => ({ value: key, label: name }))}
        value={text || null}
        onChange={onChange}
      />
    );
  if (kind === 'list')
    return <TagsInput {...shared} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />;
  if (kind === 'pairs')
    return (
      <TagsInput
        {...shared}
        required={false} // the field for the next entry is empty when all are there
        withAsterisk={required}
        value={entriesOf(value)}
        onChange={(entries) => onChange(pairsOf(entries))}
      />
    );
  if (kind === 'secret')
    return (
      <PasswordInput
        {...shared}
        required={required && value !== hidden}
        placeholder={value === hidden ? words.secretStored : ''}
        autoComplete="off"
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (kind === 'long secret')
    return (
      <LongSecret
        {...shared}
        placeholder={value === hidden ? words.secretStored : ''}
        value={text}
        onChange={onChange}
      />
    );
  if (kind === 'long')
    return <Textarea {...shared} rows={3} value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
  return <TextInput {...shared} value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
}

function entriesOf(value: unknown): string[] {
  return Object.entries((value ?? {}) as Record<string, string>).map(([name, text]) => `${name}=${text}`);
}

/** An entry without a sign is a name without a text, which the service refuses with its reason. */
function pairsOf(entries: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    entries.map((entry) => {
      const [name, ...text] = entry.split('=');
      return [name.trim(), text.join('=').trim()];
    }),
  );
}
