import { Checkbox, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import type { Skill } from '@sibyl/sdk';
import { useFaults } from '../shared/faults.ts';
import { words } from '../words/skills.ts';
import { HeaderList } from './header-list.tsx';
import { useTested } from './use-tested.ts';

export type McpParams = {
  url?: string;
  tools?: string[];
  headers?: Record<string, string>;
  timeout_ms?: number;
};

interface Props {
  skill: Skill;
  params: McpParams;
  onChange: (params: McpParams) => void;
}

/** An MCP server: where it is, its key, and which of its tools may be used. */
export function McpFields({ skill, params, onChange }: Props) {
  const faults = useFaults();
  const set = (next: Partial<McpParams>) => onChange({ ...params, ...next });
  return (
    <Stack>
      <TextInput
        label={words.mcpUrl}
        description={words.mcpUrlHint}
        placeholder="https://mcp.example.com/mcp"
        required
        type="url"
        error={faults.at('/params/url')}
        value={params.url ?? ''}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <HeaderList headers={params.headers ?? {}} onChange={(headers) => set({ headers })} />
      <Tools skill={skill} chosen={params.tools ?? []} onChange={(tools) => set({ tools })} />
      <NumberInput
        label={words.timeout}
        maw={220}
        min={0.1}
        max={120}
        placeholder="30"
        error={faults.at('/params/timeout_ms')}
        value={params.timeout_ms === undefined ? '' : params.timeout_ms / 1000}
        onChange={(value) => set({ timeout_ms: value === '' ? undefined : Number(value) * 1000 } as McpParams)}
      />
    </Stack>
  );
}

/** What the server of the saved address offers, and what was chosen before. */
function Tools({ skill, chosen, onChange }: { skill: Skill; chosen: string[]; onChange: (tools: string[]) => void }) {
  const faults = useFaults();
  const { data, error, isFetching } = useTested(skill);
  const offered = data?.offered ?? [];
  const gone = chosen.filter((name) => !offered.some((tool) => tool.name === name));
  const all = [...offered, ...gone.map((name) => ({ name, description: words.notOffered }))];
  const status = isFetching ? words.asking : error ? words.noServer : all.length === 0 ? words.noTools : undefined;
  return (
    <Checkbox.Group
      label={words.mcpTools}
      description={words.mcpToolsHint}
      error={faults.at('/params/tools')}
      value={chosen}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {status && (
          <Text size="sm" role="status">
            {status}
          </Text>
        )}
        {all.map(({ name, description }) => (
          <Checkbox key={name} value={name} label={name} description={description.slice(0, 300)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
