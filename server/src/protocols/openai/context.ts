import type { AgentServices } from '../../resources/agents/context.ts';

/** The services that the OpenAI protocol may use. */
export interface OpenAIServices extends AgentServices {}
