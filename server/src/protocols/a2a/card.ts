import type { requirePublished } from '../../resources/agents/published.ts';
import { type AgentCard, protocolVersion } from './schemas.ts';

/** Where a published agent is asked. */
export function addressOf(base: string, { project, agent }: { project: string; agent: string }): string {
  return `${base}/a2a/${encodeURIComponent(project)}/${encodeURIComponent(agent)}`;
}

/** Describes a published agent: what its owner wrote about it and its skills, and nothing of its data or instructions. */
export function cardOf(
  { agent, settings, skills }: Awaited<ReturnType<typeof requirePublished>>,
  { url, needsKey }: { url: string; needsKey: boolean },
): AgentCard {
  const { name, version } = agent;
  const description = settings.description || `The agent ${name}.`;
  const itself = { id: name, name, description, tags: ['questions'] };
  return {
    name,
    description,
    version: String(version),
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion }],
    capabilities: { streaming: true, pushNotifications: false },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain'],
    skills:
      skills.length === 0
        ? [itself]
        : skills.map((skill) => ({
            id: skill.name,
            name: skill.name,
            description: skill.description || skill.name,
            tags: [skill.type],
          })),
    ...(needsKey
      ? { securitySchemes: { key: bearer }, securityRequirements: [{ schemes: { key: { list: [] } } }] }
      : {}),
  };
}

const bearer = { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'A key of Sibyl that may ask the agent.' } };
