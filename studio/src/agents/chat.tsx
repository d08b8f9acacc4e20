import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { Agent } from '@sibyl/sdk';
import { useNavigate } from '@tanstack/react-router';
import { CircleStop, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
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
          <NewTurn key={turn.id} isRunning={turn.isRunning}>
            <ChatTurn turn={turn} asking={isRunning ? undefined : { agent, onAsk: ask }} />
          </NewTurn>
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

/** Comes into view when it is asked, and once more when its answer has come: of a long one, the beginning. */
function NewTurn({ isRunning, children }: { isRunning: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the answer is what it scrolls for
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    place.current?.scrollIntoView({ block: 'nearest', behavior: isStill ? 'instant' : 'smooth' });
  }, [isRunning]);
  return (
    <div className="chat new-turn" ref={place}>
      {children}
    </div>
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
