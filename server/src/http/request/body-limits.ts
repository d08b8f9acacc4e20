import type { App } from '../reply/app.ts';
import type { Action } from './permissions.ts';

/** More than any setting, query or name may take. To parse a body of this size takes the main thread some milliseconds. */
const usualBytes = 1024 * 1024;

/** What takes rows, documents or conversations: as much as the settings allow. */
const large: ReadonlySet<Action> = new Set<Action>([
  'agents.complete',
  'documents.create',
  'evaluations.create',
  'knowledge_bases.embed',
  'mcp.use',
  'models.create',
  'models.predict',
  'models.retrain',
  'tables.append',
  'tables.create',
]);

/** Sets the largest JSON body of routes declared later; longer ones are refused unread. */
export function limitBodies(app: App, mostBytes: number): void {
  app.addHook('onRoute', (route) => {
    const { action } = route.config ?? {};
    const isLarge = action !== undefined && large.has(action);
    route.bodyLimit ??= isLarge ? mostBytes : Math.min(usualBytes, mostBytes);
  });
}
