import { type Agent, type ProjectHandle, SibylError } from '../../../sdk/src/index.ts';
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
  const agent = await find(project, name);
  if (!agent) await makeAgent(project, name, await sourcesOf(project, options));
  else if (options.agent === undefined) await readMore(project, agent, await sourcesOf(project, options));
  const answer = await project.agent(name).ask(question);
  if (options.json) printJson(answer);
  else print(answer.message.content);
  const { alternatives = [] } = answer.message;
  if (alternatives.length > 0) note(['Or did you mean:', ...alternatives.map((one) => `  ${one.question}`)].join('\n'));
  if (answer.message.grounded === false) note('This may be wrong: what was looked up does not confirm all of it.');
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
  const listed = async (records: AsyncIterable<{ name: string }>) => {
    const names = [];
    for await (const { name } of records) names.push(name);
    return names.sort();
  };
  const [tables, knowledge_bases] = [project.tables.list(), project.knowledgeBases.list()];
  return { tables: await listed(tables), knowledge_bases: await listed(knowledge_bases) };
}

async function makeAgent(project: ProjectHandle, name: string, data: Sources): Promise<void> {
  const read = namesOf(data);
  if (read.length === 0) throw new CommandError(`There is no agent ${name}, and there are no tables for a new one.`);
  await project.agents.create({ name, data });
  note(`Created the agent ${name}, which reads ${read.join(', ')}.`);
}

/** Lets an agent of this command read what came, and no more what went. */
async function readMore(project: ProjectHandle, { name, skills }: Agent, data: Sources): Promise<void> {
  const read = namesOf(data);
  if (read.length === 0) throw new CommandError(`There are no tables for the agent ${name}.`);
  const params = await Promise.all(skills.map(async ({ id }) => (await project.skill(id).get()).params));
  const known = params.flatMap(({ tables, knowledge_bases }) => [tables ?? [], knowledge_bases ?? []].flat());
  if (read.every((source) => known.includes(source)) && known.length === read.length) return;
  await project.agent(name).update({ data });
  note(`The agent ${name} now reads ${read.join(', ')}.`);
}

function namesOf({ tables, knowledge_bases }: Sources): string[] {
  return [...tables, ...knowledge_bases];
}
