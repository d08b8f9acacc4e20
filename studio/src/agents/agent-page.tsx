import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { BrokenNote } from '../shared/broken-note.tsx';
import { sibyl } from '../shared/client.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Page } from '../shared/page.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { UsedBy } from '../shared/used-by.tsx';
import { ViewTabs } from '../shared/view-tabs.tsx';
import { evaluations, words } from '../words/agents.ts';
import { AgentSettings } from './agent-settings.tsx';
import { AgentVersions } from './agent-versions.tsx';
import { ChatPage } from './chat.tsx';
import { Conversations } from './conversations.tsx';
import { Evaluations } from './evaluations.tsx';

const route = getRouteApi('/p/$project/agents/$agent');

export function AgentPage() {
  const { project, agent: name } = route.useParams();
  const { conversation } = route.useSearch();
  const navigate = route.useNavigate();
  const agent = useQuery(sibyl.query('getAgent', { path: { projectName: project, agentName: name } }));
  const remove = (
    <RemoveButton
      to="agents.delete"
      name={name}
      loss={words.loss}
      trash
      work={() => sibyl.project(project).agent(name).delete({ force: true })}
      changes={['listAgents']}
      onDone={() => navigate({ to: '/p/$project/agents', params: { project }, ignoreBlocker: true })}
    >
      <UsedBy asked={sibyl.query('getAgentUses', { path: { projectName: project, agentName: name } })} />
    </RemoveButton>
  );
  return (
    <Page title={name} lead={agent.data?.description} actions={!agent.error && remove}>
      <Loaded query={agent}>
        {(record) => (
          <>
            <BrokenNote project={project} broken={record.broken} />
            {record.model_rests && (
              <Alert color="yellow" mb="md">
                {words.modelRests(new Date(record.model_rests.until).toLocaleTimeString(), record.model_rests.detail)}
              </Alert>
            )}
            <ViewTabs
              views={[
                {
                  value: 'chat',
                  label: words.chat,
                  content: () => <ChatPage agent={record} conversation={conversation} />,
                },
                {
                  value: 'settings',
                  takes: 'skills.list',
                  label: words.settings,
                  content: () => <AgentSettings agent={record} />,
                },
                {
                  value: 'conversations',
                  takes: 'conversations.list',
                  label: words.conversations,
                  content: () => <Conversations agent={record} />,
                },
                {
                  value: 'evaluations',
                  takes: 'evaluations.list',
                  label: evaluations.title,
                  content: () => <Evaluations agent={record} />,
                },
                {
                  value: 'versions',
                  takes: 'agents.list_versions',
                  label: words.versions,
                  content: () => <AgentVersions agent={record} />,
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
