import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Bot, CircleHelp, FolderOpen, MessagesSquare, Search, Sparkles, Table2, Wrench } from 'lucide-react';
import { useEffect } from 'react';
import { sibyl } from '../shared/client.ts';
import { useMay } from '../shared/may.tsx';
import { guide, navigation } from '../words/shared.ts';
import { guideAddress } from './guide.ts';
import { addressOf, places } from './places.ts';
import { useProject } from './project.ts';

const [store, spotlight] = createSpotlight();

/** Finds pages and records of the project by name. */
export function Palette({ opened }: { opened: number }) {
  const navigate = useNavigate();
  const actions = useActions((address) => navigate({ to: address as '/' }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is another number
  useEffect(() => spotlight.open(), [opened]);
  return (
    <Spotlight
      store={store}
      actions={actions}
      shortcut={null}
      limit={12}
      nothingFound={navigation.paletteEmpty}
      attributes={{ content: { 'aria-label': navigation.palette } }}
      searchProps={{
        leftSection: <Search size={18} />,
        placeholder: navigation.palette,
        'aria-label': navigation.palette,
      }}
    />
  );
}

function useActions(go: (address: string) => void): SpotlightActionData[] {
  const may = useMay();
  const project = useProject();
  const path = { projectName: project };
  const base = `/p/${encodeURIComponent(project)}`;
  const tables = useQuery({ ...sibyl.query('listTables', { path }), enabled: may('tables.list') }).data ?? [];
  const models = useQuery({ ...sibyl.query('listModels', { path }), enabled: may('models.list') }).data ?? [];
  const agents = useQuery({ ...sibyl.query('listAgents', { path }), enabled: may('agents.list') }).data ?? [];
  const chatbots = useQuery({ ...sibyl.query('listChatbots', { path }), enabled: may('chatbots.list') }).data ?? [];
  const skills = useQuery({ ...sibyl.query('listSkills', { path }), enabled: may('skills.list') }).data ?? [];
  const bases =
    useQuery({ ...sibyl.query('listKnowledgeBases', { path }), enabled: may('knowledge_bases.list') }).data ?? [];
  const projects = useQuery(sibyl.query('listProjects', { query: { sort: 'name' } })).data ?? [];
  const kinds = [
    { records: tables, kind: 'tables', group: navigation.tables, icon: <Table2 size={18} /> },
    { records: models, kind: 'models', group: navigation.models, icon: <Sparkles size={18} /> },
    { records: agents, kind: 'agents', group: navigation.agents, icon: <MessagesSquare size={18} /> },
    { records: chatbots, kind: 'chatbots', group: navigation.chatbots, icon: <Bot size={18} /> },
    { records: skills, kind: 'skills', group: navigation.skills, icon: <Wrench size={18} /> },
    { records: bases, kind: 'knowledge', group: navigation.knowledge, icon: <BookOpen size={18} /> },
  ];
  const pages = places
    .flatMap((group) => group.places)
    .filter(({ takes }) => may(takes))
    .map((place) => ({
      id: place.path || 'home',
      label: place.label,
      leftSection: <place.icon size={18} />,
      onClick: () => go(addressOf(place, project)),
    }));
  const found = kinds.flatMap(({ records, kind, group, icon }) =>
    records.map(({ id, name }) => ({
      id,
      label: name,
      description: group,
      leftSection: icon,
      onClick: () => go(`${base}/${kind}/${encodeURIComponent(name)}`),
    })),
  );
  const others = projects.map(({ id, name }) => ({
    id,
    label: name,
    description: navigation.switchProject,
    leftSection: <FolderOpen size={18} />,
    onClick: () => go(`/p/${encodeURIComponent(name)}`),
  }));
  const train = {
    id: 'train',
    label: navigation.train,
    leftSection: <Sparkles size={18} />,
    onClick: () => go(`${base}/train`),
  };
  const help = Object.entries(guide.pages).map(([page, label]) => ({
    id: `guide ${page}`,
    label,
    description: guide.group,
    leftSection: <CircleHelp size={18} />,
    onClick: () => void window.open(guideAddress(page), '_blank', 'noopener'),
  }));
  return [...pages, ...(may('models.create') ? [train] : []), ...found, ...others, ...help];
}
