import type { Action } from '@sibyl/sdk';
import {
  Activity,
  BookOpen,
  Bot,
  Coins,
  Database,
  FileClock,
  FolderOpen,
  Gauge,
  House,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Sparkles,
  SquareTerminal,
  Table2,
  Trash2,
  Webhook,
  Wrench,
} from 'lucide-react';
import { navigation } from '../words/shared.ts';

export interface Place {
  label: string;
  icon: LucideIcon;
  /** Path below the project, or of the whole service. */
  path: string;
  ofProject: boolean;
  /** What it takes to see it. */
  takes: Action;
}

const ofProject = (label: string, path: string, icon: LucideIcon, takes: Action): Place => ({
  ...{ label, icon, path, takes },
  ofProject: true,
});
const ofService = (label: string, path: string, icon: LucideIcon, takes: Action): Place => ({
  ...{ label, icon, path, takes },
  ofProject: false,
});

/** All pages of the navigation. */
export const places: { title: string; places: Place[] }[] = [
  { title: '', places: [ofProject(navigation.home, '', House, 'projects.read')] },
  {
    title: navigation.data,
    places: [
      ofProject(navigation.tables, '/tables', Table2, 'tables.list'),
      ofProject(navigation.queries, '/query', SquareTerminal, 'queries.run'),
      ofProject(navigation.connections, '/connections', Database, 'connections.list'),
    ],
  },
  { title: navigation.learn, places: [ofProject(navigation.models, '/models', Sparkles, 'models.list')] },
  {
    title: navigation.talk,
    places: [
      ofProject(navigation.agents, '/agents', MessagesSquare, 'agents.list'),
      ofProject(navigation.skills, '/skills', Wrench, 'skills.list'),
      ofProject(navigation.knowledge, '/knowledge', BookOpen, 'knowledge_bases.list'),
      ofProject(navigation.chatbots, '/chatbots', Bot, 'chatbots.list'),
    ],
  },
  {
    title: navigation.operate,
    places: [
      ofProject(navigation.jobs, '/jobs', ListChecks, 'jobs.list'),
      ofProject(navigation.events, '/events', Activity, 'events.read'),
      ofProject(navigation.webhooks, '/webhooks', Webhook, 'webhooks.list'),
      ofProject(navigation.spending, '/spending', Coins, 'agents.read_spending'),
      ofProject(navigation.limits, '/limits', Gauge, 'events.read'),
      ofProject(navigation.trash, '/trash', Trash2, 'trash.list'),
    ],
  },
  {
    title: navigation.service,
    places: [
      ofService(navigation.projects, '/settings/projects', FolderOpen, 'projects.list'),
      ofService(navigation.keys, '/settings/keys', KeyRound, 'keys.list'),
      ofService(navigation.audit, '/settings/audit', FileClock, 'audit.read'),
    ],
  },
];

export function addressOf({ ofProject, path }: Place, project: string): string {
  return ofProject ? `/p/${encodeURIComponent(project)}${path}` : path;
}
