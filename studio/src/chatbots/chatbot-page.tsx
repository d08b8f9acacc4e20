import { Alert, Button, Text } from '@mantine/core';
import type { Chatbot } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useAction } from '../shared/action.ts';
import { BrokenNote } from '../shared/broken-note.tsx';
import { sibyl } from '../shared/client.ts';
import { Loaded } from '../shared/loaded.tsx';
import { May } from '../shared/may.tsx';
import { Opened } from '../shared/opened.tsx';
import { Page } from '../shared/page.tsx';
import { RemoveButton } from '../shared/remove-button.tsx';
import { Status } from '../shared/status.tsx';
import { ViewTabs } from '../shared/view-tabs.tsx';
import { words } from '../words/chatbots.ts';
import { ChannelForm, channelParts } from './channel-form.tsx';
import { Messages } from './messages.tsx';
import { RefusedOrigins } from './refused-origins.tsx';
import { WidgetPreview } from './widget-preview.tsx';

const route = getRouteApi('/p/$project/chatbots/$chatbot');
const changed = ['getChatbot', 'listChatbots'];

export function ChatbotPage() {
  const { project, chatbot: name } = route.useParams();
  const chatbot = useQuery({
    ...sibyl.query('getChatbot', { path: { projectName: project, chatbotName: name } }),
    refetchInterval: 5000,
  });
  const { counters } = chatbot.data ?? {};
  return (
    <Page
      title={name}
      lead={counters && words.counters(counters.received, counters.answered, counters.failed)}
      mark={chatbot.data && <Status value={chatbot.data.status} />}
      actions={chatbot.data && <Actions chatbot={chatbot.data} />}
    >
      <Loaded query={chatbot}>
        {(record) => (
          <>
            <BrokenNote project={record.project} broken={record.broken} />
            <RefusedOrigins chatbot={record} />
            {record.last_error && (
              <Alert color="red">
                <Text size="sm">{record.last_error}</Text>
              </Alert>
            )}
            <ViewTabs views={viewsOf(record)} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function viewsOf(chatbot: Chatbot) {
  const preview = { value: 'preview', label: words.preview, content: () => <WidgetPreview chatbot={chatbot} /> };
  return [
    { value: 'set-up', label: words.setUp, content: () => <SetUp chatbot={chatbot} /> },
    ...(chatbot.channel.type === 'web' ? [preview] : []),
    { value: 'messages', label: words.messages, content: () => <Messages chatbot={chatbot} /> },
  ];
}

function SetUp({ chatbot }: { chatbot: Chatbot }) {
  return (
    <Opened record={chatbot} part={channelParts}>
      {(opened) => <ChannelForm chatbot={opened} />}
    </Opened>
  );
}

function Actions({ chatbot: { project, name, is_running } }: { chatbot: Chatbot }) {
  const navigate = route.useNavigate();
  const handle = sibyl.project(project).chatbot(name);
  const turn = useAction(() => (is_running ? handle.stop() : handle.start()), { changes: changed });
  const test = useAction(() => handle.test(), {
    done: ({ ok, identity, error }) => (ok ? words.testGood(identity?.name ?? name) : words.testBad(error ?? '')),
  });
  return (
    <>
      <May to="chatbots.test">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {words.test}
        </Button>
      </May>
      <May to="chatbots.start">
        <Button variant={is_running ? 'default' : 'filled'} loading={turn.isPending} onClick={() => turn.mutate()}>
          {is_running ? words.stop : words.start}
        </Button>
      </May>
      <RemoveButton
        to="chatbots.delete"
        name={name}
        loss={words.loss}
        trash
        work={() => handle.delete()}
        changes={['listChatbots']}
        onDone={() => navigate({ to: '/p/$project/chatbots', params: { project }, ignoreBlocker: true })}
      />
    </>
  );
}
