/** The worker that makes a scheduled backup, because copying the database blocks its process. */
import type { Config } from '../../config.ts';
import { serveTasks } from '../../platform/workers/serve-tasks.ts';
import { backUp } from './backup.ts';

const tasks = {
  backUp: ({ config, path }: { config: Config; path: string }) => backUp(config, path, { withMasterKey: false }),
};
export type BackupTasks = typeof tasks;

serveTasks(tasks);
