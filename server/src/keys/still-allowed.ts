import type { Context } from '../context.ts';
import { localCaller } from '../context.ts';
import { type Action, permissionFor } from './permissions.ts';

/** Whether the caller of a request that goes on for long may still do what it was let in for, as keys are now. */
export function mayDo(
  { actor, role, projects, keys }: Context,
  action: Action,
  projectId: string | undefined,
): boolean {
  if (actor === localCaller.actor) return keys.isOpen;
  const caller = actor.startsWith('key_') ? keys.use(actor) : { role, projects };
  if (!caller) return false;
  const { roles, everyProject } = permissionFor(action);
  if (roles !== 'anybody' && !roles.includes(caller.role)) return false;
  return projectId === undefined
    ? !everyProject || caller.projects === undefined
    : (caller.projects?.has(projectId) ?? true);
}
