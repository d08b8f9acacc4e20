/** The thread that writes what describes the service: half a second of work and 4 MB of script, with the first reader. */
import { serveTasks } from '../../platform/workers/serve-tasks.ts';
import { writeDocument, writeYaml } from './document.ts';
import { showPage } from './playground-pages.ts';

const tasks = {
  /** `routes` are those of the service, each in JSON; returns the document in JSON. */
  writeJson: async ({ routes, publicUrl }: { routes: readonly string[]; publicUrl: string }): Promise<string> =>
    JSON.stringify(await writeDocument(JSON.parse(`[${routes.join()}]`), { publicUrl })),
  writeYaml: ({ json }: { json: string }): Promise<string> => writeYaml(JSON.parse(json)),
  showPage,
};

export type DocumentationTasks = typeof tasks;

serveTasks(tasks);
