import { Alert, Button, Group, Text } from '@mantine/core';
import type { Chatbot } from '@sibyl/sdk';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { May } from '../shared/may.tsx';
import { words } from '../words/chatbots.ts';
import { originsOf } from './origins.ts';

/** Sites that tried to show the widget, each to be allowed by one press. */
export function RefusedOrigins({ chatbot }: { chatbot: Chatbot }) {
  const { project, name, channel, refused_origins } = chatbot;
  const allow = useAction(
    (origin: string) =>
      sibyl
        .project(project)
        .chatbot(name)
        .put({ channel: { ...channel, allowed_origins: [...originsOf(channel), origin] } } as never),
    { done: words.saved, changes: ['getChatbot', 'listChatbots'] },
  );
  if (refused_origins.length === 0) return null;
  return (
    <Alert color="yellow" title={words.refusedTitle}>
      {refused_origins.map((origin) => (
        <Group key={origin} gap="xs">
          <Text size="sm" className="anywhere">
            {origin}
          </Text>
          <May to="chatbots.update">
            <Button size="compact-xs" variant="default" loading={allow.isPending} onClick={() => allow.mutate(origin)}>
              {words.allow(origin)}
            </Button>
          </May>
        </Group>
      ))}
    </Alert>
  );
}
