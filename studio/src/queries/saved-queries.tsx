import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '../shared/action.ts';
import { sibyl } from '../shared/client.ts';
import { May } from '../shared/may.tsx';
import { words } from '../words/queries.ts';
import { forgetQuery, type SavedQuery, savedIn, saveQuery } from './saved.ts';

const changes = ['getProject', 'listProjects'];

/** The queries that the project keeps, each with its chart; the one that is shown can be added. */
export function SavedQueries({ project, onOpen }: { project: string; onOpen: () => void }) {
  const record = useQuery(sibyl.query('getProject', { path: { projectName: project } }));
  const navigate = useNavigate();
  const saved = record.data ? savedIn(record.data) : [];
  const forget = useAction((name: string) => forgetQuery(project, name), { changes });
  const open = ({ search }: SavedQuery) => {
    onOpen();
    navigate({ to: '.', search: search as never });
  };
  return (
    <Group gap="sm" align="flex-end">
      {saved.length > 0 && (
        <Group gap={6}>
          <Text size="sm">{words.saved}:</Text>
          {saved.map((query) => (
            <Group gap={0} key={query.name} wrap="nowrap">
              <Button size="compact-sm" variant="default" onClick={() => open(query)}>
                {query.name}
              </Button>
              <May to="projects.update">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={words.forget(query.name)}
                  onClick={() => forget.mutate(query.name)}
                >
                  <X size={14} />
                </ActionIcon>
              </May>
            </Group>
          ))}
        </Group>
      )}
      <May to="projects.update">
        <SaveForm project={project} />
      </May>
    </Group>
  );
}

/** Nothing is shown before a query ran. */
function SaveForm({ project }: { project: string }) {
  const search = useSearch({ strict: false }) as Record<string, string>;
  const [name, setName] = useState('');
  const save = useAction(() => saveQuery(project, { name: name.trim(), search }), {
    changes,
    done: words.isSaved(name.trim()),
    onDone: () => setName(''),
  });
  if (!search.sql) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Group component="form" gap={6} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label={words.saveAs}
        placeholder={words.saveAs}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={save.isPending} disabled={name.trim() === ''}>
        {words.save}
      </Button>
    </Group>
  );
}
