import { Button, Table } from '@mantine/core';
import type { Agent } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { moment } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/agents.ts';

/** Earlier settings, which can be restored. */
export function AgentVersions({ agent }: { agent: Agent }) {
  const path = { projectName: agent.project, agentName: agent.name };
  const versions = useQuery(sibyl.query('listAgentVersions', { path }));
  const restore = useAction((version: number) => sibyl.project(agent.project).agent(agent.name).restore(version), {
    done: words.restored,
    changes: ['getAgent', 'listAgents', 'listAgentVersions'],
  });
  return (
    <Loaded query={versions}>
      {(rows) => (
        <Scroll label={words.versions}>
          <Table className="record">
            <Table.Tbody>
              {rows.map(({ version, created_at, model, prompt_template }) => (
                <Table.Tr key={version}>
                  <Table.Td className="nowrap">
                    {words.version} {version}
                  </Table.Td>
                  <Table.Td className="nowrap">{moment(created_at)}</Table.Td>
                  <Table.Td>{words.providers[model.provider] ?? model.provider}</Table.Td>
                  <Table.Td className="anywhere">{prompt_template.slice(0, 100)}</Table.Td>
                  <Table.Td ta="end">
                    <May to="agents.update">
                      <Button
                        size="xs"
                        variant="default"
                        disabled={version === agent.version}
                        onClick={() => restore.mutate(version)}
                      >
                        {words.restore}
                      </Button>
                    </May>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scroll>
      )}
    </Loaded>
  );
}
