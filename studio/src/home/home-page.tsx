import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Action } from '@sibyl/sdk';
import { Link } from '@tanstack/react-router';
import { count } from '../shared/format.ts';
import { useMay } from '../shared/may.tsx';
import { Page, Section } from '../shared/page.tsx';
import { ProblemNote } from '../shared/problem.tsx';
import { useProject } from '../shell/project.ts';
import { words } from '../words/home.ts';
import { navigation } from '../words/shared.ts';
import { Beginnings } from './beginnings.tsx';
import { type Held, useHeld } from './held.ts';
import { LatestModels } from './latest-models.tsx';

export function HomePage() {
  const project = useProject();
  const may = useMay();
  const held = useHeld(project);
  return (
    <Page title={project}>
      {held.error != null && <ProblemNote error={held.error} />}
      <Section title={words.begin}>
        <Beginnings project={project} />
      </Section>
      <Section title={words.here}>
        <SimpleGrid cols={{ base: 2, xs: 4, lg: 8 }} spacing="sm">
          {tiles
            .filter(({ takes }) => may(takes))
            .map(({ label, key, path }) => (
              <Tile
                key={key}
                label={label}
                value={held.counts[key]}
                address={path.startsWith('/settings') ? path : `/p/${encodeURIComponent(project)}${path}`}
              />
            ))}
        </SimpleGrid>
      </Section>
      <LatestModels project={project} />
    </Page>
  );
}

const tiles: { label: string; key: keyof Held; path: string; takes: Action }[] = [
  { label: navigation.tables, key: 'tables', path: '/tables', takes: 'tables.list' },
  { label: navigation.models, key: 'models', path: '/models', takes: 'models.list' },
  { label: navigation.agents, key: 'agents', path: '/agents', takes: 'agents.list' },
  { label: navigation.skills, key: 'skills', path: '/skills', takes: 'skills.list' },
  { label: navigation.knowledge, key: 'knowledge', path: '/knowledge', takes: 'knowledge_bases.list' },
  { label: navigation.chatbots, key: 'chatbots', path: '/chatbots', takes: 'chatbots.list' },
  { label: words.running, key: 'jobs', path: '/jobs', takes: 'jobs.list' },
  { label: navigation.projects, key: 'projects', path: '/settings/projects', takes: 'projects.list' },
];

function Tile({ label, value, address }: { label: string; value: number | undefined; address: string }) {
  return (
    <Paper component={Link} to={address} withBorder p="md" className="card-link">
      <Stack gap={0}>
        <Text fz={28} fw={600} lh={1.2} className="tile-figure">
          {value === undefined ? ' ' : count(value)}
        </Text>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
      </Stack>
    </Paper>
  );
}
