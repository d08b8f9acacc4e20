/** The worker that reads what strangers wrote, so that it can take long without anybody else waiting. */
import { serveTasks } from '../../../platform/workers/serve-tasks.ts';
import { type HttpParams, readService } from '../http/read-service.ts';
import { readSemantics } from '../sql/glossary/formats/read-semantics.ts';
import { checkSchema, judgeText, judgeValue } from './judge.ts';

const readHttpParams = (stored: string) => readService(JSON.parse(stored) as HttpParams);

const tasks = { checkSchema, readSemantics, judgeText, judgeValue, readHttpParams };
export type ForeignTasks = typeof tasks;

serveTasks(tasks);
