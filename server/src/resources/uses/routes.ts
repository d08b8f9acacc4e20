import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { nameOrId, problems, projectPath } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import type { ChatbotServices } from '../chatbots/context.ts';
import { uses } from './schemas.ts';
import { findUses, type usedKinds } from './service.ts';

/** Of each kind of record that others need: its tag, the end of its operation's name and its name in the path. */
const routes = [
  ['table', 'Tables', 'Table', 'tableName'],
  ['model', 'Models', 'Model', 'modelName'],
  ['knowledge_base', 'Knowledge bases', 'KnowledgeBase', 'baseName'],
  ['skill', 'Skills', 'Skill', 'skillName'],
  ['agent', 'Agents', 'Agent', 'agentName'],
] as const satisfies [keyof typeof usedKinds, string, string, string][];

export function addUseRoutes(app: App, services: ChatbotServices): void {
  for (const [kind, tag, noun, name] of routes)
    app.get(
      `/api/projects/:projectName/${kind}s/:${name}/uses`,
      {
        schema: {
          tags: [tag],
          operationId: `get${noun}Uses`,
          summary: `List what needs a ${kind.replace('_', ' ')}`.replace('a agent', 'an agent'),
          description: 'Directly or through others: what works no longer, or not fully, when it is deleted.',
          params: Type.Object({ ...projectPath.properties, [name]: nameOrId }),
          response: { 200: uses, ...problems('project_not_found', `${kind}_not_found`) },
        },
        config: { action: 'uses.read' },
      },
      async (request) => {
        const { projectName: project, [name]: record } = request.params as Record<'projectName' | typeof name, string>;
        return findUses(contextOf(request, services), kind, { project, record });
      },
    );
}
