import { Highlight, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { percent } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { words } from '../words/knowledge.ts';

const route = getRouteApi('/p/$project/knowledge/$base');
const pauseMs = 250;

/** Matching passages with the searched words highlighted. */
export function PassageSearch({ project, base }: { project: string; base: string }) {
  const { query = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [asked] = useDebouncedValue(query.trim(), pauseMs);
  const found = useQuery({
    queryKey: ['searchKnowledgeBase', project, base, asked],
    queryFn: ({ signal }) => sibyl.project(project).knowledgeBase(base).search(asked, { limit: 8 }, { signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const change = (next: string) => navigate({ search: { query: next || undefined } as never, replace: true });
  return (
    <Stack>
      <TextInput
        aria-label={words.query}
        placeholder={words.query}
        leftSection={<Search size={16} />}
        value={query}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {asked !== '' && (
        <Loaded query={found}>
          {({ passages, warning }) => (
            <Stack gap="sm" aria-live="polite">
              {warning && <Text size="sm">{warning}</Text>}
              {passages.length === 0 && <Text c="dimmed">{words.noHits}</Text>}
              {passages.map((passage) => (
                <Paper key={passage.document_id + passage.start} withBorder p="sm">
                  <Text size="xs" c="dimmed" className="anywhere">
                    {passage.source} {passage.heading && `· ${passage.heading}`}{' '}
                    {passage.page && `· ${words.page(passage.page)}`} · {words.score(percent(passage.score))}
                  </Text>
                  <Highlight size="sm" highlight={wordsOf(asked)} className="anywhere" dir="auto">
                    {passage.text}
                  </Highlight>
                </Paper>
              ))}
            </Stack>
          )}
        </Loaded>
      )}
    </Stack>
  );
}

/** Word starts, because passages are found by the stem of a word; the shortest words are no sign of a match. */
function wordsOf(query: string): string[] {
  return query
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3)
    .map((word) => (word.length > 5 ? word.slice(0, -2) : word));
}
