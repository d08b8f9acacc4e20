import { JsonInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../words/skills.ts';

interface Props {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Whether the label stands above the field. */
  isShown?: boolean;
}

/** A value of any shape as JSON; told only while it is valid. */
export function JsonField({ label, value, onChange, isShown = false }: Props) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const change = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next));
    } catch {
      // The field says so itself when it is left.
    }
  };
  return (
    <JsonInput
      {...(isShown ? { label } : { 'aria-label': label })}
      autosize
      minRows={3}
      maxRows={16}
      validationError={words.badJson}
      value={text}
      onChange={change}
    />
  );
}
