import { type ProjectHandle, SibylError } from '../../../sdk/src/index.ts';
import { CommandError } from './files.ts';
import { note, print, printJson } from './print.ts';

export interface AskOptions {
  agent: string;
  json?: boolean;
}

/** Asks an agent. If it does not exist, creates one that reads all tables of the project. */
export async function ask(project: ProjectHandle, question: string, { agent, json }: AskOptions): Promise<void> {
  const handle = project.agent(agent);
  const answer = await handle.ask(question).catch(async (error) => {
    if (!(error instanceof SibylError) || error.code !== 'agent_not_found') throw error;
    await makeAgent(project, agent);
    return handle.ask(question);
  });
  if (json) printJson(answer);
  else print(answer.message.content);
  if (answer.message.grounded === false) note('Not all of this was looked up, so it may be wrong.');
}

async function makeAgent(project: ProjectHandle, name: string): Promise<void> {
  const tables = [];
  for await (const table of project.tables.list()) tables.push(table.name);
  if (tables.length === 0) throw new CommandError(`There is no agent ${name}, and no table that a new one could read.`);
  await project.agents.create({ name, data: { tables } });
  note(`Made the agent ${name}, which reads ${tables.join(', ')}.`);
}
