import { List, Stack, Text } from '@mantine/core';
import type { Uses } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { words } from '../words/shared.ts';

const kinds = ['models', 'skills', 'agents', 'chatbots'] as const satisfies (keyof Uses)[];

/** What needs a record that is about to be deleted. */
export function UsedBy({ asked }: { asked: { queryKey: readonly unknown[]; queryFn: () => Promise<Uses> } }) {
  const uses = useQuery({ ...asked, staleTime: 0 });
  const used = kinds.filter((kind) => (uses.data?.[kind].length ?? 0) > 0);
  if (uses.data === undefined || used.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm">{words.needed}</Text>
      <List size="sm">
        {used.map((kind) => (
          <List.Item key={kind} className="anywhere">
            {words.neededKinds[kind]}: {uses.data[kind].join(', ')}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
