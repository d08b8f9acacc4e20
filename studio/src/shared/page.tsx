import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { words } from '../words/shared.ts';

interface Props {
  title: string;
  /** Shown beside the title, such as a status. */
  mark?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page within the frame: title, actions, content. */
export function Page({ title, mark, lead, actions, children }: Props) {
  useDocumentTitle(`${title} · ${words.product}`);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="grow">
          <Group gap="sm">
            <Title order={1} size="h2" className="anywhere" dir="auto">
              {title}
            </Title>
            {mark}
          </Group>
          {lead && (
            <Text c="dimmed" mt={4} maw="46rem" component="div" className="anywhere">
              {lead}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** A heading within a page. */
export function Section({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Stack>
  );
}
