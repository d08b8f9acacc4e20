import { type Action, isPublic } from '../../http/request/permissions.ts';

/** Actions that come by a changing method and change nothing that belongs to anybody: they ask. */
const readOnlyActions: ReadonlySet<Action> = new Set<Action>([
  'models.predict',
  'queries.run',
  'knowledge_bases.search',
  'agents.complete',
  'mcp.use',
]);

/** What anybody may say to a chatbot is kept as its messages: strangers must not be able to fill the audit with it. */
const messageActions: ReadonlySet<Action> = new Set<Action>(['channels.webhook', 'channels.visit']);

/** Whether what the route does goes into the audit: whatever may change something does, without being asked to. */
export function isAudited(method: string | string[], action: Action): boolean {
  if ([method].flat().every((one) => one === 'GET' || one === 'HEAD' || one === 'OPTIONS')) return false;
  return (
    !readOnlyActions.has(action) && !messageActions.has(action) && !(isPublic(action) && action.startsWith('service.'))
  );
}
