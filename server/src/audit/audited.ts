import { type Action, isPublic } from '../keys/permissions.ts';

/** Actions that come by a changing method and change nothing that belongs to anybody: they ask. */
const asking: ReadonlySet<Action> = new Set<Action>([
  'models.predict',
  'queries.run',
  'knowledge_bases.search',
  'agents.complete',
]);

/** Whether what the route does goes into the audit: whatever may change something does, without being asked to. */
export function isAudited(method: string | string[], action: Action): boolean {
  if ([method].flat().every((one) => one === 'GET' || one === 'HEAD' || one === 'OPTIONS')) return false;
  return !asking.has(action) && !(isPublic(action) && action.startsWith('service.'));
}
