import { type Action, isPublic } from '../../http/request/permissions.ts';

/** Actions that use a changing method but only read. */
const readOnlyActions: ReadonlySet<Action> = new Set<Action>([
  'models.predict',
  'queries.run',
  'tables.preview',
  'knowledge_bases.search',
  'agents.complete',
  'mcp.use',
]);

/** Messages to chatbots are stored as messages instead, so that strangers cannot fill the audit. */
const messageActions: ReadonlySet<Action> = new Set<Action>(['channels.webhook', 'channels.visit']);

/** Returns whether a route is audited: every route that may change something is, by default. */
export function isAudited(method: string | string[], action: Action): boolean {
  if ([method].flat().every((one) => one === 'GET' || one === 'HEAD' || one === 'OPTIONS')) return false;
  return (
    !readOnlyActions.has(action) && !messageActions.has(action) && !(isPublic(action) && action.startsWith('service.'))
  );
}
