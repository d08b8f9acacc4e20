/** The worker that parses users' documents. */
import { serveTasks, type Task } from '../../../platform/workers/serve-tasks.ts';
import type { ReadRequest } from './messages.ts';
import { readDocument } from './worker/read-document.ts';

/** Few enough that the service unpacks them within a millisecond: a whole document would hold it for tens of them. */
const chunksAMessage = 50;

const tasks = {
  /** Reports the chunks, some at a time, and returns the rest. */
  async readDocument(request: ReadRequest, task: Task) {
    const { chunks, ...rest } = await readDocument(request);
    for (let from = 0; from < chunks.length; from += chunksAMessage)
      await task.report(chunks.slice(from, from + chunksAMessage));
    return rest;
  },
};
export type DocumentTasks = typeof tasks;

serveTasks(tasks);
