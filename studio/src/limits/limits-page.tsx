import { NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Project } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { sibyl } from '../shared/client.ts';
import { Form } from '../shared/form.tsx';
import { ago } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Opened, useSave } from '../shared/opened.tsx';
import { Page, Section } from '../shared/page.tsx';
import { UnsavedGuard } from '../shared/unsaved-guard.tsx';
import { limits as words } from '../words/operate.ts';

const route = getRouteApi('/p/$project/limits');

/** The project's limits, and how often they were reached. */
export function LimitsPage() {
  const { project: name } = route.useParams();
  const path = { projectName: name };
  const project = useQuery(sibyl.query('getProject', { path }));
  const hits = useQuery(
    sibyl.query('listEvents', { path, query: { type: 'sibyl.limit.hit', sort: '-sequence', limit: 20 } }),
  );
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={project}>
        {(record) => (
          <Opened record={record} part={limitsOf}>
            {(opened) => <LimitsForm project={opened} />}
          </Opened>
        )}
      </Loaded>
      <Section title={words.hits}>
        <Loaded query={hits}>
          {(events) => (
            <Stack gap={4}>
              {events.length === 0 && <Text c="dimmed">{words.noHits}</Text>}
              {events.map(({ id, time, data }) => (
                <Text key={id} size="sm" className="anywhere">
                  {ago(time)}: {hitOf(data)}
                </Text>
              ))}
            </Stack>
          )}
        </Loaded>
      </Section>
    </Page>
  );
}

function hitOf(data: object): string {
  const { limit_name = '', limit, operation } = data as { limit_name?: string; limit?: number; operation?: string };
  return words.hit(words.names[limit_name] ?? limit_name.replaceAll('_', ' '), limit, operation);
}

const limitsOf = ({ limits }: Project) => limits;

function LimitsForm({ project }: { project: Project }) {
  const [limits, setLimits] = useState<Record<string, number | string>>(project.limits as Record<string, number>);
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== ''));
  const handle = sibyl.project(project.name);
  const save = useSave(project, {
    part: limitsOf,
    read: () => handle.get(),
    write: () => handle.update({ limits: given } as never),
    done: words.saved,
    changes: ['getProject'],
  });
  return (
    <Form to="projects.update" action={save} submit={words.save} maw={860}>
      <UnsavedGuard isChanged={JSON.stringify(limits) !== JSON.stringify(project.limits)} />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {Object.entries(words.names).map(([key, label]) => (
          <NumberInput
            key={key}
            label={label}
            min={0}
            thousandSeparator
            value={limits[key] ?? ''}
            error={save.faults.at(`/limits/${key}`)}
            onChange={(value) => setLimits((old) => ({ ...old, [key]: value }))}
          />
        ))}
      </SimpleGrid>
    </Form>
  );
}
