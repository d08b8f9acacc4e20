import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ServiceError } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { documented, eventStream, problems, projectName } from '../../http/reply/schemas.ts';
import { abortOnClose, signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { ownAddressOf } from '../../http/request/own-address.ts';
import { asksBack } from '../../resources/agents/completions/asks-back.ts';
import { beginCompletion } from '../../resources/agents/completions/complete.ts';
import { providerFaults, refusals } from '../../resources/agents/completions/error-codes.ts';
import { sendStream } from '../../resources/agents/completions/send-stream.ts';
import type { AgentContext, AgentServices } from '../../resources/agents/context.ts';
import { findAnswer } from '../../resources/agents/conversations/answers.ts';
import { findLastAnswer } from '../../resources/agents/conversations/service.ts';
import { listPublishedAgents, requirePublished, showPublished } from '../../resources/agents/published.ts';
import type { AgentAddress } from '../../resources/agents/service.ts';
import { addressOf, cardOf } from './card.ts';
import { A2aError, a2aErrors, rpcCodes, sendA2aError } from './failures.ts';
import { readCall } from './read-message.ts';
import { agentCard, type GivenMessage, protocolVersion, rpcAnswer, rpcCall } from './schemas.ts';
import { TaskEvents, writeAnswer } from './write-answer.ts';

const place = '/.well-known/agent-card.json';
const agentPath = Type.Object({
  projectName,
  agentName: Type.String({ minLength: 1, maxLength: 140, description: 'Name or ID of the agent.' }),
});

/** Adds Agent2Agent: the cards of published agents for anybody, and each agent as a JSON-RPC server. */
export function addA2aRoutes(app: App, services: AgentServices): void {
  addCards(app, services);
  const closing = abortOnClose(app);
  app.failuresBelow('/a2a/', sendA2aError);
  app.post(
    '/a2a/:projectName/:agentName',
    {
      schema: {
        tags: ['A2A'],
        operationId: 'callA2a',
        summary: 'Ask a published agent as other agents do',
        description:
          'JSON-RPC of A2A 1.0: `SendMessage` answers with a message, or with a task that waits where the agent asks back; `SendStreamingMessage` with the events of a task. The context is the conversation. Tasks end with their answer.',
        params: agentPath,
        body: rpcCall,
        response: {
          200: documented({
            description: 'The answer, or a stream of events.',
            content: { 'application/json': { schema: rpcAnswer }, 'text/event-stream': { schema: eventStream } },
          }),
          ...a2aErrors('unauthenticated', 'not_permitted', 'internal', ...refusals, ...providerFaults),
        },
      },
      config: { action: 'agents.complete' },
      errorHandler: sendA2aError,
    },
    async (request, reply) => {
      const { body: call } = request;
      requireVersion(request);
      if (call.method !== 'SendMessage' && call.method !== 'SendStreamingMessage') throw unknownMethod(call.method);
      const address = addressIn(request.params);
      const ctx = contextOf(request, services);
      await requirePublished(ctx, address);
      const signal = AbortSignal.any([signalOf(reply), closing]);
      const asked = readCall(call);
      const waiting = await contextOfTask(ctx, address, call.params?.message);
      const conversation = waiting === undefined ? {} : { conversation_id: waiting };
      const completion = await beginCompletion(ctx, address, { ...asked, ...conversation }, { signal });
      const head = { id: call.id, taskId: completion.traceId, contextId: completion.conversationId };
      if (call.method === 'SendMessage') return writeAnswer(head, await completion.run(signal));
      return sendStream(reply, completion, signal, (stream) => new TaskEvents(stream, head));
    },
  );
}

function addCards(app: App, services: AgentServices): void {
  const describe = async (request: FastifyRequest, address: AgentAddress) => {
    const found = await showPublished(services, address);
    const named = { project: found.project.name, agent: found.agent.name };
    const url = addressOf(ownAddressOf(request, services.config), named);
    return cardOf(found, { url, needsKey: !services.keys.isOpen });
  };
  const config = { action: 'service.documentation' } as const;
  const response = { 200: agentCard, ...problems('agent_not_found') };
  const one = {
    tags: ['A2A'],
    operationId: 'readAgentCard',
    summary: 'The card of a published agent',
    description: 'What it is, what it can do and where it is asked (A2A), for anybody.',
    params: agentPath,
    response,
  };
  app.get(`/a2a/:projectName/:agentName${place}`, { schema: one, config }, (request) =>
    describe(request, addressIn(request.params)),
  );
  const only = {
    tags: ['A2A'],
    operationId: 'findAgentCard',
    summary: 'The card of the only published agent',
    description: 'Where several agents are published, 404 names the addresses of their cards.',
    response,
  };
  app.get(place, { schema: only, config }, async (request) => {
    const [first, ...others] = await listPublishedAgents(services);
    if (first === undefined) throw new ServiceError('agent_not_found', 'No agent is published here.');
    if (others.length === 0) return describe(request, { project: first.project, agent: first.name });
    const base = ownAddressOf(request, services.config);
    const cards = [first, ...others].map(({ project, name }) => addressOf(base, { project, agent: name }) + place);
    throw new ServiceError('agent_not_found', `Several agents are published here: ${cards.join(' ')}`);
  });
}

/**
 * Returns the context of the task that a message goes on with: one that asked back, and nothing was said since.
 * @throws A2aError for any other task
 */
async function contextOfTask(ctx: AgentContext, address: AgentAddress, message: GivenMessage | undefined) {
  const { taskId, contextId } = message ?? {};
  if (!taskId) return undefined;
  const context = await findLastAnswer(ctx, address, taskId);
  const isWaiting = context !== undefined && asksBack((await findAnswer(ctx, taskId)).answer);
  if (isWaiting && (!contextId || contextId === context)) return context;
  throw new A2aError(rpcCodes.taskNotFound, `No task ${taskId} waits for a message: tasks end with their answer.`);
}

function addressIn({ projectName: project, agentName: agent }: { projectName: string; agentName: string }) {
  return { project, agent };
}

/** A header is no must: what has none is answered in the version that there is. */
function requireVersion({ headers }: FastifyRequest): void {
  const asked = headers['a2a-version'];
  if (asked === undefined || asked === protocolVersion) return;
  throw new A2aError(rpcCodes.version, `A2A ${asked} is not spoken here; the version is ${protocolVersion}.`);
}

function unknownMethod(method: string): A2aError {
  const known = 'SendMessage and SendStreamingMessage';
  return method.includes('Task') || method === 'GetExtendedAgentCard'
    ? new A2aError(rpcCodes.unsupported, `${method} is not supported: tasks end with their answer. There are ${known}.`)
    : new A2aError(rpcCodes.methodNotFound, `There is no method ${method}; there are ${known}.`);
}
