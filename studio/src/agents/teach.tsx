import { Button, Group, Text, TextInput } from '@mantine/core';
import type { Agent, Completion } from '@sibyl/sdk';
import { BookmarkCheck, GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { May } from '../shared/may.tsx';
import { words } from '../words/agents.ts';
import { teachMeaning } from './teach-meaning.ts';
import type { Turn } from './use-chat.ts';

type WouldHelp = NonNullable<Completion['message']['would_help']>;
type Suggestion = WouldHelp['suggestions'][number];

/** A whole question may be longer than a narrow page is wide. */
const wrapping = {
  root: { height: 'auto', minHeight: 26 },
  label: { whiteSpace: 'normal' as const, textAlign: 'left' as const },
};

const meaningOf = ({ means, sql }: Suggestion) => means ?? sql ?? '';

/** Other readings of a question; one tap asks it so. */
export function Alternatives({ turn, onAsk }: { turn: Turn; onAsk: (question: string, corrects: string) => void }) {
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {turn.answered ? words.orMeant : words.nearToIt}
      </Text>
      {turn.alternatives.map(({ question }) => (
        <Button
          key={question}
          variant="default"
          size="compact-sm"
          styles={wrapping}
          onClick={() => onAsk(question, turn.question)}
        >
          {question}
        </Button>
      ))}
    </Group>
  );
}

/**
 * Gives the word that a question lacked a meaning in the glossary of a skill, and asks it again. A meaning holds for all
 * questions, and a suggestion is only a guess, so it is read before it is saved.
 */
export function Teach({ agent, help, onTaught }: { agent: Agent; help: WouldHelp; onTaught: () => void }) {
  const [skill] = sqlSkills(agent);
  const [chosen, choose] = useState<Suggestion>();
  const handle = () => sibyl.project(agent.project).skill(skill);
  const settings = { done: words.taught(help.term), changes: ['getSkill', 'listSkills'], onDone: onTaught };
  const teach = useAction((entry: Suggestion) => handle().teach({ glossary: [entry] }), settings);
  const explain = useAction((text: string) => teachMeaning(handle(), help.term, text), settings);
  if (skill === undefined) return null;
  if (help.suggestions.length === 0)
    return (
      <May to="skills.update">
        <Explain term={help.term} isSaving={explain.isPending} onSave={(text) => explain.mutate(text)} />
      </May>
    );
  return (
    <May to="skills.update">
      <Group gap="xs">
        <GraduationCap size={16} aria-hidden />
        <Text size="sm" c="dimmed">
          {words.teach(help.term)}
        </Text>
        {help.suggestions.map((entry) => (
          <Button
            key={meaningOf(entry)}
            variant={entry === chosen ? 'filled' : 'light'}
            size="compact-sm"
            styles={wrapping}
            onClick={() => choose(entry)}
          >
            {meaningOf(entry)}
          </Button>
        ))}
      </Group>
      {chosen && (
        <Group gap="xs">
          <Text size="sm">{words.teachWhole(help.term, meaningOf(chosen))}</Text>
          <Button size="compact-sm" loading={teach.isPending} onClick={() => teach.mutate(chosen)}>
            {words.teachIt}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => choose(undefined)}>
            {words.teachNot}
          </Button>
        </Group>
      )}
    </May>
  );
}

interface Explained {
  term: string;
  isSaving: boolean;
  onSave: (text: string) => void;
}

/** Where nothing speaks for a meaning, who knows it writes it: a column, or SQL. */
function Explain({ term, isSaving, onSave }: Explained) {
  const [meaning, write] = useState('');
  const text = meaning.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <Group gap="xs" align="end">
        <TextInput
          size="xs"
          label={words.explain(term)}
          placeholder={words.explainHow}
          value={meaning}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
        <Button type="submit" size="compact-sm" loading={isSaving} disabled={text === ''}>
          {words.teachIt}
        </Button>
      </Group>
    </form>
  );
}

/** Keeps a question, or the one that this answer corrects, with its SQL: so asked, it is always so answered. */
export function KeepAnswer({ agent, turn }: { agent: Agent; turn: Turn }) {
  const skills = sqlSkills(agent);
  const call = turn.calls.findLast(({ error, input }) => error === undefined && sqlIn(input) !== undefined);
  const sql = sqlIn(call?.input);
  const question = turn.corrects ?? turn.question;
  // A tool is called `<skill>__<tool>`.
  const skill = skills.find((name) => call?.name.startsWith(`${name}__`)) ?? skills[0];
  const keep = useAction(
    () =>
      sibyl
        .project(agent.project)
        .skill(skill)
        .teach({ verified: [{ question, sql: sql ?? '' }] }),
    { done: words.kept, changes: ['getSkill', 'listSkills'] },
  );
  if (skill === undefined || sql === undefined || !turn.answered) return null;
  return (
    <May to="skills.update">
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<BookmarkCheck size={14} />}
          loading={keep.isPending}
          disabled={keep.isSuccess}
          onClick={() => keep.mutate()}
        >
          {turn.corrects === undefined ? words.keepAnswer : words.keepCorrection(turn.corrects)}
        </Button>
      </Group>
    </May>
  );
}

function sqlSkills({ skills }: Agent): string[] {
  return skills.filter(({ type }) => type === 'sql').map(({ name }) => name);
}

function sqlIn(input: unknown): string | undefined {
  const sql = (input as { sql?: unknown } | null | undefined)?.sql;
  return typeof sql === 'string' ? sql : undefined;
}
