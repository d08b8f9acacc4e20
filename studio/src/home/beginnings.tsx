import { Paper, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type LucideIcon, MessagesSquare, Sparkles } from 'lucide-react';
import { DropZone } from '../tables/drop-zone.tsx';
import { words } from '../words/home.ts';

const sample = { model: 'home_rentals_model', agent: 'assistant', project: 'default' };

/** Three ways to start: a file, the sample, the agent. */
export function Beginnings({ project }: { project: string }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="sm">
      <DropZone project={project} title={words.dropTitle} lead={words.dropLead} />
      <Way
        icon={Sparkles}
        title={words.sampleTitle}
        lead={words.sampleLead}
        address={`/p/${sample.project}/models/${sample.model}`}
      />
      <Way
        icon={MessagesSquare}
        title={words.askTitle}
        lead={words.askLead}
        address={`/p/${sample.project}/agents/${sample.agent}`}
      />
    </SimpleGrid>
  );
}

function Way({ icon: Icon, title, lead, address }: { icon: LucideIcon; title: string; lead: string; address: string }) {
  return (
    <Paper component={Link} to={address} withBorder p="lg" radius="lg" className="card-link">
      <ThemeIcon variant="light" size={36} radius="xl">
        <Icon size={20} />
      </ThemeIcon>
      <Text fw={600} mt="sm">
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
    </Paper>
  );
}
