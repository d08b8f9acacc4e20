import { Stack, Tabs, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { CodeBlock } from '../shared/code-block.tsx';
import { serviceAddress } from '../shared/place.ts';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/models.ts';
import { callsOf } from './calls.ts';
import { useDescribed } from './described.ts';
import { useTriedRow } from './tried-row.ts';

/** This call, to copy. */
export function CodePanel({ model }: { model: Model }) {
  const inputs = useDescribed(model, 'data', model.task !== 'forecast');
  const { row } = useTriedRow(model, inputs.data);
  const [language = 'curl', setLanguage] = useKept('language');
  const calls = callsOf(serviceAddress, model, row);
  return (
    <Stack>
      <Text c="dimmed">{words.codeLead}</Text>
      <Tabs value={language} onChange={setLanguage} variant="pills">
        <Tabs.List mb="sm">
          <Tabs.Tab value="curl">{words.curl}</Tabs.Tab>
          <Tabs.Tab value="typescript">{words.typescript}</Tabs.Tab>
          <Tabs.Tab value="python">{words.python}</Tabs.Tab>
        </Tabs.List>
        {Object.entries(calls).map(([name, code]) => (
          <Tabs.Panel key={name} value={name}>
            <CodeBlock code={code} label={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed">
        {words.codeWithKey}
      </Text>
    </Stack>
  );
}
