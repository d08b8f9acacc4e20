import type { Signal } from './platform/nodes/signals.ts';
import { sessionEnded } from './resources/keys/sign-out.ts';
import { selectEveryLimit, selectProject } from './resources/projects/store.ts';
import type { Services } from './services.ts';

type Following = Pick<Services, 'database' | 'keys' | 'limits' | 'models' | 'progress' | 'sessions'>;

/** Events after which the address of a model may mean another file. */
const changesAnswers = new Set([
  'sibyl.model.completed',
  'sibyl.model.activated',
  'sibyl.model.deleted',
  'sibyl.model.restored',
  'sibyl.model.updated',
]);

/** Returns whether nodes hold in memory what such an event changes. */
export function isHeldInMemory({ type }: { type: string }): boolean {
  return /^sibyl\.(?:model|project|key)\./.test(type);
}

/** Applies a change of another node to what this node holds in memory; `undefined` means any change. */
export async function followNodes(services: Following, signals: Signal[] | undefined): Promise<void> {
  if (signals === undefined) return followEverything(services);
  for (const { type, subject } of signals) {
    const id = subject.slice(subject.indexOf('/') + 1);
    if (changesAnswers.has(type)) services.models.forget(id);
    if (type.startsWith('sibyl.model.')) services.progress.notify(id);
    if (type.startsWith('sibyl.project.')) await followProject(services, id);
    if (type.startsWith('sibyl.key.')) await services.keys.reload(services.database);
    if (type === sessionEnded) services.sessions.endOfOtherNode(id);
  }
}

async function followProject({ database, limits, models }: Following, id: string): Promise<void> {
  const project = await selectProject(database, id);
  if (project) limits.keep(project);
  else limits.forget(id);
  models.forget(); // the project may have another name
}

async function followEverything({ database, keys, limits, models, sessions }: Following): Promise<void> {
  models.forget();
  await keys.reload(database);
  await sessions.reload(database);
  for (const project of await selectEveryLimit(database)) limits.keep(project);
}
