import { Type } from 'typebox';
import type { Caller } from '../../caller.ts';
import type { App } from '../../http/reply/app.ts';
import { documented, eventStream } from '../../http/reply/schemas.ts';
import { abortOnClose, signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { beginCompletion } from '../../resources/agents/completions/complete.ts';
import { providerFaults, refusals } from '../../resources/agents/completions/error-codes.ts';
import { sendStream } from '../../resources/agents/completions/send-stream.ts';
import { listReachableAgents, requireAgent } from '../../resources/agents/service.ts';
import type { OpenAIServices } from './context.ts';
import { addEmbeddingRoutes } from './embeddings.ts';
import { everywhere, openAIErrors, sendOpenAIError } from './failures.ts';
import { readChat, readModelName } from './read-chat.ts';
import { addResponseRoutes } from './responses/routes.ts';
import { addStoredResponseRoutes } from './responses/stored-routes.ts';
import { chatAnswer, chatInput, type ModelEntry, modelEntry, modelList } from './schemas.ts';
import { ChatChunks, writeChat } from './write-chat.ts';

const tags = ['OpenAI'];
const errorHandler = sendOpenAIError;

/** Adds the OpenAI chat protocol, in which agents are models. */
export function addOpenAIRoutes(app: App, services: OpenAIServices): void {
  const closing = abortOnClose(app);
  app.post(
    '/v1/chat/completions',
    {
      schema: {
        tags,
        operationId: 'createChatCompletion',
        summary: "Ask an agent as OpenAI's clients do",
        description:
          'The agent sees only the messages sent; the last question and the answer are stored as a conversation.',
        body: chatInput,
        response: {
          200: documented({
            description: 'The answer, or a stream of its parts.',
            content: { 'application/json': { schema: chatAnswer }, 'text/event-stream': { schema: eventStream } },
          }),
          ...openAIErrors(...everywhere, ...refusals, ...providerFaults),
        },
      },
      config: { action: 'agents.complete' },
      errorHandler,
    },
    async (request, reply) => {
      const { model, stream, stream_options: options } = request.body;
      const address = readModelName(model);
      const ctx = contextOf(request, services);
      const signal = AbortSignal.any([signalOf(reply), closing]);
      const kept = <Message>(messages: Message[]) => messages.slice(-1);
      const completion = await beginCompletion(ctx, address, readChat(request.body), { kept, signal });
      const head = { id: `chatcmpl-${completion.traceId}`, created: Math.floor(Date.now() / 1000), model };
      if (!stream) return writeChat(head, await completion.run(signal));
      const includesUsage = options?.include_usage === true;
      return sendStream(reply, completion, signal, (events) => new ChatChunks(events, head, includesUsage));
    },
  );

  addModelRoutes(app, services);
  addResponseRoutes(app, services, closing);
  addStoredResponseRoutes(app, services);
  app.failuresBelow('/v1/', sendOpenAIError);
  addEmbeddingRoutes(app, services);
}

function addModelRoutes(app: App, services: Pick<OpenAIServices, 'database'>): void {
  app.get(
    '/v1/models',
    {
      schema: {
        tags,
        operationId: 'listChatModels',
        summary: "List agents as OpenAI's clients see them",
        description: 'Agents of all projects that the key may use, as `<project>/<agent>`.',
        response: { 200: modelList, ...openAIErrors(...everywhere) },
      },
      config: { action: 'agents.find' },
      errorHandler,
    },
    async (request) => {
      const agents = await listReachableAgents(contextOf(request, services));
      return { object: 'list' as const, data: agents.map(entryOf) };
    },
  );

  app.get(
    '/v1/models/:model',
    {
      schema: {
        tags,
        operationId: 'getChatModel',
        summary: "Read an agent as OpenAI's clients see it",
        description: '404 when the key may use no agent of that name.',
        params: Type.Object({ model: Type.String({ description: '`<project>/<agent>`, the slash as `%2F`.' }) }),
        response: {
          200: modelEntry,
          ...openAIErrors(...everywhere, 'malformed_request', 'project_not_found', 'agent_not_found'),
        },
      },
      config: { action: 'agents.find' },
      errorHandler,
    },
    async (request) => readEntry(contextOf(request, services), request.params.model),
  );

  // Clients that do not escape the slash of a model's name.
  app.get(
    '/v1/models/:projectName/:agentName',
    {
      schema: { hide: true, params: Type.Object({ projectName: Type.String(), agentName: Type.String() }) },
      config: { action: 'agents.find' },
      errorHandler,
    },
    async (request) => {
      const { projectName, agentName } = request.params;
      return readEntry(contextOf(request, services), `${projectName}/${agentName}`);
    },
  );
}

async function readEntry(ctx: Caller & Pick<OpenAIServices, 'database'>, model: string): Promise<ModelEntry> {
  const { agent, project } = await requireAgent(ctx, readModelName(model));
  return entryOf({ project: project.name, name: agent.name, created_at: agent.created_at });
}

function entryOf({ project, name, created_at }: { project: string; name: string; created_at: string }): ModelEntry {
  const created = Math.floor(Date.parse(created_at) / 1000);
  return { id: `${project}/${name}`, object: 'model', created, owned_by: project };
}
