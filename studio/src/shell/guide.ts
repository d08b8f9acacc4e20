import { publicPath } from '../shared/place.ts';
import type { guide } from '../words/shared.ts';

/** Page of the guide that tells of a page of the studio, by the part of the address that names its kind. */
const pageOf: Record<string, keyof typeof guide.pages> = {
  tables: 'your-csv',
  query: 'your-csv',
  train: 'figures',
  models: 'figures',
  agents: 'agents',
  compare: 'agents',
  skills: 'agents',
  knowledge: 'agents',
  chatbots: 'chatbots',
  connections: 'connections',
  jobs: 'operations',
  events: 'operations',
  webhooks: 'api-tour',
  spending: 'agents',
  limits: 'operations',
  trash: 'operations',
  projects: 'api-tour',
  keys: 'security',
  audit: 'security',
};

/** Views of a model that have a page of their own. */
const pageOfTab: Record<string, keyof typeof guide.pages> = { monitoring: 'monitoring', code: 'api-tour' };

export function guideAddress(page: string): string {
  return `${publicPath}/docs/guide/${page}`;
}

/** Returns the address of what the guide tells of a page: `/p/PROJECT/KIND/…` or `/settings/KIND`. */
export function guideOf(pathname: string, tab?: string): string {
  const [, first, second = '', third = ''] = pathname.split('/');
  const ofTab = third === 'models' && tab !== undefined ? pageOfTab[tab] : undefined;
  if (ofTab) return guideAddress(ofTab);
  return guideAddress(pageOf[first === 'settings' ? second : third] ?? 'your-csv');
}
