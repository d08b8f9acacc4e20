import { Group, SegmentedControl, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useFaults } from '../shared/faults.ts';
import { LineList, RemoveLine } from '../shared/line-list.tsx';
import { words } from '../words/skills.ts';

export interface GlossaryEntry {
  term: string;
  means?: string;
  sql?: string;
  unit?: string;
  synonyms?: string[];
  table?: string;
}

interface Props {
  entries: readonly GlossaryEntry[];
  onChange: (entries: GlossaryEntry[]) => void;
}

/** What words mean in the tables: names of columns, or expressions of SQL. */
export function GlossaryFields({ entries, onChange }: Props) {
  const change = (index: number, next: GlossaryEntry) =>
    onChange(entries.map((entry, place) => (place === index ? next : entry)));
  return (
    <LineList
      label={words.glossary}
      hint={words.glossaryHint}
      add={words.addEntry}
      onAdd={() => onChange([...entries, { term: '', means: '' }])}
    >
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no other key while it is typed
        <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
          <Entry entry={entry} pointer={`/params/glossary/${index}`} onChange={(next) => change(index, next)} />
          <RemoveLine
            label={words.removeEntry(entry.term)}
            onRemove={() => onChange(entries.filter((_, place) => place !== index))}
          />
        </Group>
      ))}
    </LineList>
  );
}

interface EntryProps {
  entry: GlossaryEntry;
  pointer: string;
  onChange: (entry: GlossaryEntry) => void;
}

function Entry({ entry, pointer, onChange }: EntryProps) {
  const faults = useFaults();
  const { term, means, sql, unit, synonyms = [], table } = entry;
  const isSql = sql !== undefined;
  const turn = (kind: string) => {
    const { means: _, sql: __, ...rest } = entry;
    onChange(kind === 'sql' ? { ...rest, sql: means ?? '' } : { ...rest, means: sql ?? '' });
  };
  const set = (key: keyof GlossaryEntry, value: string | string[]) => {
    const { [key]: _, ...rest } = entry;
    onChange((value.length > 0 ? { ...rest, [key]: value } : rest) as GlossaryEntry);
  };
  return (
    <Stack gap={4} className="stretch">
      <Group gap="xs" wrap="nowrap">
        <TextInput
          className="stretch"
          aria-label={words.term}
          placeholder={words.term}
          required
          error={faults.at(`${pointer}/term`)}
          value={term}
          onChange={(event) => onChange({ ...entry, term: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label={words.entryKind(term)}
          size="xs"
          data={[
            { value: 'means', label: words.isColumn },
            { value: 'sql', label: words.isSql },
          ]}
          value={isSql ? 'sql' : 'means'}
          onChange={turn}
        />
      </Group>
      <Textarea
        aria-label={isSql ? words.entrySql(term) : words.entryColumn(term)}
        placeholder={isSql ? 'sum("MonthlyCharges")' : words.isColumn}
        required
        autosize
        error={faults.at(`${pointer}/${isSql ? 'sql' : 'means'}`)}
        value={sql ?? means ?? ''}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => onChange({ ...entry, [isSql ? 'sql' : 'means']: event.currentTarget.value })}
      />
      <Group gap="xs" wrap="nowrap">
        <TagsInput
          className="stretch"
          aria-label={words.otherWords(term)}
          placeholder={words.otherWordsHint}
          error={faults.at(`${pointer}/synonyms`)}
          value={synonyms}
          onChange={(value) => set('synonyms', value)}
        />
        <TextInput
          w={90}
          aria-label={words.unit(term)}
          placeholder={words.unitHint}
          value={unit ?? ''}
          onChange={(event) => set('unit', event.currentTarget.value)}
        />
        <TextInput
          w={120}
          aria-label={words.entryTable(term)}
          placeholder={words.tableHint}
          error={faults.at(`${pointer}/table`)}
          value={table ?? ''}
          onChange={(event) => set('table', event.currentTarget.value)}
        />
      </Group>
    </Stack>
  );
}
