import { Group, MultiSelect, NumberInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { useFaults } from '../shared/faults.ts';
import { LineList, RemoveLine } from '../shared/line-list.tsx';
import { words } from '../words/skills.ts';
import type { FieldsProps } from './fields-props.ts';
import { type GlossaryEntry, GlossaryFields } from './glossary-fields.tsx';

interface Example {
  question: string;
  sql: string;
}

/** Where the tables are, which may be asked, and questions with their SQL as examples. */
export function SqlFields({ skill: { project }, params, onChange }: FieldsProps) {
  const faults = useFaults();
  const connection = params.connection as string | undefined;
  const connections = useQuery(sibyl.query('listConnections', { path: { projectName: project } })).data ?? [];
  const names = useTableNames(project, connection);
  const chosen = (params.tables as string[] | undefined) ?? [];
  const set = (key: string, value: unknown) => onChange({ ...params, [key]: value });
  return (
    <Stack>
      {(connections.length > 0 || connection !== undefined) && (
        <Select
          label={words.where}
          placeholder={words.here}
          clearable
          data={[...new Set([...connections.map(({ name }) => name), ...(connection ? [connection] : [])])]}
          error={faults.at('/params/connection')}
          value={connection ?? null}
          onChange={(next) => onChange({ ...params, connection: next ?? undefined, tables: undefined })}
        />
      )}
      <MultiSelect
        label={words.tables}
        searchable
        limit={200}
        data={[...new Set([...names, ...chosen])]}
        error={faults.at('/params/tables')}
        value={chosen}
        onChange={(next) => set('tables', next.length > 0 ? next : undefined)}
      />
      <GlossaryFields
        entries={(params.glossary as GlossaryEntry[] | undefined) ?? []}
        onChange={(next) => set('glossary', next.length > 0 ? next : undefined)}
      />
      <Examples
        label={words.verified}
        hint={words.verifiedHint}
        add={words.addVerified}
        pointer="/params/verified"
        examples={(params.verified as Example[] | undefined) ?? []}
        onChange={(next) => set('verified', next.length > 0 ? next : undefined)}
      />
      <Examples
        label={words.examples}
        hint={words.examplesHint}
        add={words.addExample}
        pointer="/params/examples"
        examples={(params.examples as Example[] | undefined) ?? []}
        onChange={(next) => set('examples', next.length > 0 ? next : undefined)}
      />
      <SimpleGrid cols={2}>
        <NumberInput
          label={words.mostRows}
          min={1}
          max={1000}
          placeholder="100"
          error={faults.at('/params/max_rows')}
          value={(params.max_rows as number | undefined) ?? ''}
          onChange={(value) => set('max_rows', value === '' ? undefined : Number(value))}
        />
        <NumberInput
          label={words.timeout}
          min={0.1}
          placeholder="10"
          error={faults.at('/params/timeout_ms')}
          value={params.timeout_ms === undefined ? '' : Number(params.timeout_ms) / 1000}
          onChange={(value) => set('timeout_ms', value === '' ? undefined : Number(value) * 1000)}
        />
      </SimpleGrid>
    </Stack>
  );
}

function useTableNames(project: string, connection: string | undefined): string[] {
  const own = useQuery(sibyl.query('listTables', { path: { projectName: project } }));
  const theirs = useQuery({
    queryKey: ['testConnection', project, connection],
    queryFn: () =>
      sibyl
        .project(project)
        .connection(connection ?? '')
        .test(),
    enabled: connection !== undefined,
  });
  return connection === undefined ? (own.data?.map(({ name }) => name) ?? []) : (theirs.data?.tables ?? []);
}

interface ExamplesProps {
  label: string;
  hint: string;
  add: string;
  /** Where faults of them are told. */
  pointer: string;
  examples: Example[];
  onChange: (examples: Example[]) => void;
}

function Examples({ label, hint, add, pointer, examples, onChange }: ExamplesProps) {
  const faults = useFaults();
  const change = (index: number, next: Partial<Example>) =>
    onChange(examples.map((example, place) => (place === index ? { ...example, ...next } : example)));
  return (
    <LineList label={label} hint={hint} add={add} onAdd={() => onChange([...examples, { question: '', sql: '' }])}>
      {examples.map(({ question, sql }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an example has no other key while it is typed
        <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
          <Stack gap={4} className="stretch">
            <TextInput
              aria-label={words.exampleQuestion}
              placeholder={words.exampleQuestion}
              required
              error={faults.at(`${pointer}/${index}/question`)}
              value={question}
              onChange={(event) => change(index, { question: event.currentTarget.value })}
            />
            <Textarea
              aria-label={words.exampleSql}
              placeholder="select …"
              required
              autosize
              error={faults.at(`${pointer}/${index}/sql`)}
              value={sql}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              onChange={(event) => change(index, { sql: event.currentTarget.value })}
            />
          </Stack>
          <RemoveLine
            label={words.removeExample}
            onRemove={() => onChange(examples.filter((_, place) => place !== index))}
          />
        </Group>
      ))}
    </LineList>
  );
}
