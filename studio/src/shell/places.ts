import {
  Activity,
  BookOpen,
  Bot,
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
}

const ofProject = (label: string, path: string, icon: LucideIcon): Place => ({ label, icon, path, ofProject: true });
const ofService = (label: string, path: string, icon: LucideIcon): Place => ({ label, icon, path, ofProject: false });

/** All pages of the navigation. */
export const places: { title: string; places: Place[] }[] = [
  { title: '', places: [ofProject(navigation.home, '', House)] },
  {
    title: navigation.data,
    places: [
      ofProject(navigation.tables, '/tables', Table2),
      ofProject(navigation.queries, '/query', SquareTerminal),
      ofProject(navigation.connections, '/connections', Database),
    ],
  },
  { title: navigation.learn, places: [ofProject(navigation.models, '/models', Sparkles)] },
  {
    title: navigation.talk,
    places: [
      ofProject(navigation.agents, '/agents', MessagesSquare),
      ofProject(navigation.skills, '/skills', Wrench),
      ofProject(navigation.knowledge, '/knowledge', BookOpen),
      ofProject(navigation.chatbots, '/chatbots', Bot),
    ],
  },
  {
    title: navigation.operate,
    places: [
      ofProject(navigation.jobs, '/jobs', ListChecks),
      ofProject(navigation.events, '/events', Activity),
      ofProject(navigation.webhooks, '/webhooks', Webhook),
      ofProject(navigation.limits, '/limits', Gauge),
      ofProject(navigation.trash, '/trash', Trash2),
    ],
  },
  {
    title: navigation.service,
    places: [
      ofService(navigation.projects, '/settings/projects', FolderOpen),
      ofService(navigation.keys, '/settings/keys', KeyRound),
      ofService(navigation.audit, '/settings/audit', FileClock),
    ],
  },
];

export function addressOf({ ofProject, path }: Place, project: string): string {
  return ofProject ? `/p/${encodeURIComponent(project)}${path}` : path;
}
