import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { Agent } from '@sibyl/sdk';
import { useNavigate } from '@tanstack/react-router';
import { CircleStop, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { words } from '../words/agents.ts';
import { ChatTurn } from './chat-turn.tsx';
import { PastTurns } from './past-turns.tsx';
import { useChat } from './use-chat.ts';

/** A conversation with an agent, kept in the address so that a reload or a link goes on with it. */
export function ChatPage({ agent, conversation }: { agent: Agent; conversation: string | undefined }) {
  const navigate = useNavigate();
  const keep = (id: string | undefined) =>
    navigate({
      to: '.',
      search: ((old: object) => ({ ...old, conversation: id })) as never,
      replace: true,
      resetScroll: false,
    });
  return <Chat agent={agent} conversation={conversation} onConversation={keep} />;
}

interface ChatProps {
  agent: Agent;
  conversation?: string | undefined;
  /** Told the conversation after its first answer, and undefined for a new one. */
  onConversation?: (id: string | undefined) => void;
}

/** Questions and answers; each answer can show its steps. */
export function Chat({ agent, conversation, onConversation }: ChatProps) {
  // Later questions continue the conversation that was opened; they are not read again.
  const [opened, setOpened] = useState(conversation);
  const { turns, ask, cancel, clear } = useChat(agent, opened, onConversation);
  const isRunning = turns.at(-1)?.isRunning === true;
  const isNew = turns.length === 0 && opened === undefined;
  const renew = () => {
    clear();
    setOpened(undefined);
    onConversation?.(undefined);
  };
  return (
    <Stack maw={860}>
      <div className="chat">
        {opened && <PastTurns agent={agent} conversation={opened} />}
        {turns.map((turn) => (
          <ChatTurn key={turn.id} turn={turn} asking={isRunning ? undefined : { agent, onAsk: ask }} />
        ))}
        {isNew && <Openings onAsk={ask} />}
      </div>
      <div className="asking">
        <Asking onAsk={ask} onStop={cancel} isRunning={isRunning} />
        {!isNew && !isRunning && (
          <Button variant="subtle" size="compact-sm" mt={4} onClick={renew}>
            {words.newChat}
          </Button>
        )}
      </div>
    </Stack>
  );
}

function Openings({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <Stack align="flex-start" gap="xs">
      <Text fz="lg" fw={600}>
        {words.emptyChat}
      </Text>
      <Group gap="xs">
        {words.tryThis.map((question) => (
          <Button key={question} variant="default" size="xs" onClick={() => onAsk(question)}>
            {question}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

export function Asking({
  onAsk,
  onStop,
  isRunning,
}: {
  onAsk: (question: string) => void;
  onStop: () => void;
  isRunning: boolean;
}) {
  const [text, setText] = useState('');
  const send = () => {
    if (text.trim() === '' || isRunning) return;
    onAsk(text.trim());
    setText('');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <Textarea
        className="grow"
        aria-label={words.question}
        placeholder={words.placeholder}
        autosize
        minRows={1}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {isRunning ? (
        <ActionIcon size={36} variant="default" onClick={onStop} aria-label={words.stop} title={words.stop}>
          <CircleStop size={18} />
        </ActionIcon>
      ) : (
        <ActionIcon size={36} onClick={send} aria-label={words.ask} title={words.ask}>
          <SendHorizontal size={18} />
        </ActionIcon>
      )}
    </Group>
  );
}
