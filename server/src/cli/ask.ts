import { type ProjectHandle, SibylError } from '../../../sdk/src/index.ts';
import { CommandError } from './files.ts';
import { note, print, printJson } from './print.ts';

export interface AskOptions {
  agent?: string;
  table?: string[];
  json?: boolean;
}

/** What an agent of this command reads. */
interface Sources {
  tables: string[];
  knowledge_bases: string[];
}

/**
 * Asks an agent: the named one, or one that reads the named tables, or all tables and documents of the project. The
 * latter two are made where there is none, and learn of tables that came since.
 */
export async function ask(project: ProjectHandle, question: string, options: AskOptions): Promise<void> {
  const name = options.agent ?? (options.table ? `reads_${options.table.join('_')}`.slice(0, 100) : 'reads_all');
  const isKnown = options.agent !== undefined && (await find(project, name)) !== undefined;
  if (!isKnown) await keepAgent(project, name, await sourcesOf(project, options));
  const answer = await project.agent(name).ask(question);
  if (options.json) printJson(answer);
  else print(answer.message.content);
  const { alternatives = [] } = answer.message;
  if (alternatives.length > 0) note(['Or did you mean:', ...alternatives.map((one) => `  ${one.question}`)].join('\n'));
  if (answer.message.grounded === false) note('Not all of this was looked up, so it may be wrong.');
}

async function find(project: ProjectHandle, name: string) {
  return project
    .agent(name)
    .get()
    .catch((error) => {
      if (SibylError.is(error, 'agent_not_found')) return undefined;
      throw error;
    });
}

async function sourcesOf(project: ProjectHandle, { table }: AskOptions): Promise<Sources> {
  if (table) return { tables: table, knowledge_bases: [] };
  const namesOf = async (records: AsyncIterable<{ name: string }>) => {
    const names = [];
    for await (const { name } of records) names.push(name);
    return names.sort();
  };
  const [tables, knowledge_bases] = [project.tables.list(), project.knowledgeBases.list()];
  return { tables: await namesOf(tables), knowledge_bases: await namesOf(knowledge_bases) };
}

/** Makes the agent, or lets it read what it does not read yet. */
async function keepAgent(project: ProjectHandle, name: string, data: Sources): Promise<void> {
  const read = [...data.tables, ...data.knowledge_bases];
  if (read.length === 0) throw new CommandError(`There is no agent ${name}, and no table that a new one could read.`);
  const agent = await find(project, name);
  if (!agent) {
    await project.agents.create({ name, data });
    return note(`Made the agent ${name}, which reads ${read.join(', ')}.`);
  }
  const skills = await Promise.all(agent.skills.map(({ id }) => project.skill(id).get()));
  const known = skills.flatMap(({ params: { tables, knowledge_bases } }) =>
    [tables ?? [], knowledge_bases ?? []].flat(),
  );
  if (read.every((source) => known.includes(source)) && known.length === read.length) return;
  await project.agent(name).update({ data });
  note(`The agent ${name} reads ${read.join(', ')} now.`);
}
