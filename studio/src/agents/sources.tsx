import { Blockquote, Stack, Text } from '@mantine/core';
import type { Completion } from '@sibyl/sdk';
import { words } from '../words/agents.ts';

/** The sources of an answer. */
export function Sources({ citations }: { citations: Completion['message']['citations'] }) {
  return (
    <details>
      <summary>
        {words.sources}: {[...new Set(citations.map(({ source }) => source))].join(', ')}
      </summary>
      <Stack gap="xs" mt="xs">
        {citations.map(({ source, heading, start, page, text }) => (
          <Blockquote
            key={`${source}${start}${text.slice(0, 20)}`}
            p="sm"
            cite={[source, heading, page && words.page(page)].filter(Boolean).join(' · ')}
          >
            <Text size="sm" className="anywhere" dir="auto">
              {text}
            </Text>
          </Blockquote>
        ))}
      </Stack>
    </details>
  );
}
