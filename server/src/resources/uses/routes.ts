import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { nameOrId, problems, projectPath } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import type { ChatbotServices } from '../chatbots/context.ts';
import { uses } from './schemas.ts';
import { findUses, type usedKinds } from './service.ts';

const path = Type.Object({ ...projectPath.properties, recordName: nameOrId });

/** Of each kind of record that others need: its tag and the end of its operation's name. */
const routes = [
  ['table', 'Tables', 'Table'],
  ['model', 'Models', 'Model'],
  ['knowledge_base', 'Knowledge bases', 'KnowledgeBase'],
  ['skill', 'Skills', 'Skill'],
  ['agent', 'Agents', 'Agent'],
] as const satisfies [keyof typeof usedKinds, string, string][];

export function addUseRoutes(app: App, services: ChatbotServices): void {
  for (const [kind, tag, noun] of routes)
    app.get(
      `/api/projects/:projectName/${kind}s/:recordName/uses`,
      {
        schema: {
          tags: [tag],
          operationId: `get${noun}Uses`,
          summary: `List what needs a ${kind.replace('_', ' ')}`.replace('a agent', 'an agent'),
          description: 'Directly or through others: what works no longer, or not fully, when it is deleted.',
          params: path,
          response: { 200: uses, ...problems('project_not_found', `${kind}_not_found`) },
        },
        config: { action: 'uses.read' },
      },
      async (request) => {
        const { projectName: project, recordName: record } = request.params;
        return findUses(contextOf(request, services), kind, { project, record });
      },
    );
}
