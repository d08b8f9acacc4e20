import type { onRequestHookHandler } from 'fastify';
import { storageFull } from '../errors.ts';
import type { App } from '../http/reply/app.ts';
import { type Action, isPublic } from '../http/request/permissions.ts';
import type { DiskReserve } from '../platform/blobs/disk-reserve.ts';
import { isAudited } from '../resources/audit/audited.ts';

/** Whether an action frees space, stops what grows, or gives and takes rights: these live on the reserve. */
function livesOnReserve(method: string | string[], action: Action): boolean {
  if (action.startsWith('keys.') || action.startsWith('session.')) return true;
  if (action === 'models.cancel' || action === 'chatbots.stop') return true;
  return [method].flat().includes('DELETE');
}

/**
 * On a full disk, lets routes declared later go on that free space or take rights away, and refuses those that store
 * more until the reserve is whole again. Both come after the check of the key.
 */
export function keepRoom(app: App, reserve: DiskReserve): void {
  const lend: onRequestHookHandler = (_request, _reply, done) => {
    reserve.lend().then(() => done(), done);
  };
  const refuse: onRequestHookHandler = (_request, _reply, done) => {
    reserve.isBroken().then((isBroken) => done(isBroken ? storageFull(undefined) : undefined), done);
  };
  app.addHook('onRoute', (route) => {
    const action = route.config?.action;
    if (action === undefined || !isAudited(route.method, action)) return;
    const hook = livesOnReserve(route.method, action) ? lend : isPublic(action) ? undefined : refuse;
    if (hook) route.onRequest = [route.onRequest ?? [], hook].flat();
  });
}
