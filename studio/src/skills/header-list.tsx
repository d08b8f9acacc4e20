import { Group, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFaults } from '../shared/faults.ts';
import { LineList, RemoveLine } from '../shared/line-list.tsx';
import { words } from '../words/skills.ts';

type Headers = Record<string, string>;

/** The service shows a stored value like this, and keeps it when it gets this back. */
const hidden = '********';

/** Headers that go with every request, such as the key of the service. Their values are secrets. */
export function HeaderList({ headers = {}, onChange }: { headers?: Headers; onChange: (headers: Headers) => void }) {
  const faults = useFaults();
  // While a name is typed, two headers may have the same.
  const [lines, setLines] = useState(() => Object.entries(headers));
  const set = (next: [string, string][]) => {
    setLines(next);
    onChange(Object.fromEntries(next.filter(([name]) => name !== '')));
  };
  const change = (index: number, line: [string, string]) =>
    set(lines.map((old, place) => (place === index ? line : old)));
  return (
    <LineList
      label={words.headers}
      hint={words.headersHint}
      add={words.addHeader}
      onAdd={() => setLines([...lines, ['', '']])}
    >
      {lines.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header has no other key while its name is typed
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            w={160}
            aria-label={words.headerName}
            placeholder="Authorization"
            value={name}
            onChange={(event) => change(index, [event.currentTarget.value.trim(), value])}
          />
          <PasswordInput
            className="stretch"
            aria-label={words.headerValue(name)}
            placeholder={value === hidden ? words.headerStored : 'Bearer …'}
            autoComplete="off"
            error={faults.at(`/params/headers/${name}`)}
            value={value === hidden ? '' : value}
            onChange={(event) => change(index, [name, event.currentTarget.value])}
          />
          <RemoveLine
            label={words.removeHeader(name)}
            onRemove={() => set(lines.filter((_, place) => place !== index))}
          />
        </Group>
      ))}
    </LineList>
  );
}
