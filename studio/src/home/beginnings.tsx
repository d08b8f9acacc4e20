import { Paper, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type LucideIcon, MessagesSquare, Sparkles } from 'lucide-react';
import { sibyl } from '../shared/client.ts';
import { May } from '../shared/may.tsx';
import { DropZone } from '../tables/drop-zone.tsx';
import { words } from '../words/home.ts';

const sample = { model: 'home_rentals_model', agent: 'assistant', project: 'default' };

/** Three ways to start: a file, the sample, the agent. Without the sample they lead to what the project has. */
export function Beginnings({ project }: { project: string }) {
  const path = { projectName: sample.project };
  const { data: models } = useQuery(sibyl.query('listModels', { path }));
  const { data: agents } = useQuery(sibyl.query('listAgents', { path }));
  const hasSample = models?.some(({ name }) => name === sample.model) ?? true;
  const hasAssistant = agents?.some(({ name }) => name === sample.agent) ?? true;
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="sm">
      <DropZone project={project} title={words.dropTitle} lead={words.dropLead} />
      {hasSample ? (
        <Way
          icon={Sparkles}
          title={words.sampleTitle}
          lead={words.sampleLead}
          address={`/p/${sample.project}/models/${sample.model}`}
        />
      ) : (
        <May to="models.create">
          <Way
            icon={Sparkles}
            title={words.trainTitle}
            lead={words.trainLead}
            address={`/p/${encodeURIComponent(project)}/train`}
          />
        </May>
      )}
      <Way
        icon={MessagesSquare}
        title={words.askTitle}
        lead={words.askLead}
        address={
          hasAssistant ? `/p/${sample.project}/agents/${sample.agent}` : `/p/${encodeURIComponent(project)}/agents`
        }
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
