import { Alert, Collapse, Group, Loader, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { Faults } from '../shared/faults.ts';
import { FormProblem } from '../shared/form.tsx';
import { words } from '../words/tables.ts';
import { Warnings } from './column-list.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { ReadingChoice } from './reading-choice.tsx';
import { choicesForFile, choicesOf, foundIn, isUsual } from './reading-choices.ts';
import type { Choices } from './upload.ts';
import { usePreview } from './use-preview.ts';

interface Props {
  project: string;
  file: File;
  choices: Choices;
  onChange: (choices: Choices) => void;
  /** Whether the form around it tells why the file is refused. */
  isRefused?: boolean;
}

/** The first rows of a file as the choices read them. */
export function ReadingForm({ project, file, choices, onChange, isRefused = false }: Props) {
  const { preview, isTooLarge, error, isFetching } = usePreview(project, file, choices);
  const faults = useMemo(() => new Faults(error), [error]);
  const [opened, { toggle }] = useDisclosure(false);
  const all = preview ? choicesOf(preview) : choicesForFile(file);
  const set = (key: string, value: string | null) => {
    const { [key]: _, columns, ...rest } = choices;
    // Another reading may give the columns other names.
    const kept: Choices = columns !== undefined && key === 'types' ? { columns } : {};
    onChange({ ...rest, ...kept, ...(value ? { [key]: value } : {}) });
  };
  const fields = (isFirst: boolean) =>
    all
      .filter((choice) => isUsual(choice) === isFirst)
      .map((choice) => (
        <ReadingChoice
          key={choice.key}
          choice={choice}
          found={preview && foundIn(preview, choice.key)}
          fault={faults.at(`/${choice.key}`)}
          value={choices[choice.key] ?? ''}
          onChange={(value) => set(choice.key, value)}
        />
      ));
  const columns = { base: 2, sm: 3, md: 5 };
  return (
    <Stack gap="md">
      {isTooLarge && <Alert color="gray">{words.tooLargeToPreview}</Alert>}
      {all.length > 0 && (
        <div>
          <SimpleGrid cols={columns} spacing="sm" className="choices">
            {fields(true)}
          </SimpleGrid>
          <UnstyledButton onClick={toggle} aria-expanded={opened} fz="sm" fw={500} mt="sm">
            <ChevronDown size={14} aria-hidden /> {words.moreChoices}
          </UnstyledButton>
          <Collapse expanded={opened || faults.areNamed}>
            <SimpleGrid cols={columns} spacing="sm" mt="xs" className="choices">
              {fields(false)}
            </SimpleGrid>
          </Collapse>
        </div>
      )}
      {error && !isRefused && <FormProblem error={error} faults={faults} />}
      <div aria-busy={isFetching} className={isFetching ? 'fading' : undefined}>
        {!preview && isFetching && (
          <Group gap="xs" role="status">
            <Loader size="xs" /> <Text size="sm">{words.looking}</Text>
          </Group>
        )}
        {preview && (
          <Stack gap="sm">
            <PreviewRows
              preview={preview}
              types={choices.types}
              onTypes={(types) => set('types', types)}
              kept={choices.columns}
              onKept={(columns) => set('columns', columns)}
            />
            <Text size="sm" c="dimmed" role="status">
              {words.lookedAt(preview.row_count, preview.isCut)}
            </Text>
            {preview.warnings.length > 0 && (
              <Warnings table={preview} onChoose={(choice) => set(...(choice.split('=') as [string, string]))} />
            )}
          </Stack>
        )}
      </div>
    </Stack>
  );
}
