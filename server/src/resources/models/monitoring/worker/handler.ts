/** The worker that reads training rows for the watch of a model. */
import { serveTasks } from '../../../../platform/workers/serve-tasks.ts';
import { compareVersions } from './compare-versions.ts';
import { makeReference } from './make-reference.ts';
import { tellApart } from './tell-apart.ts';

const tasks = { makeReference, tellApart, compareVersions };
export type WatchingTasks = typeof tasks;

serveTasks(tasks);
