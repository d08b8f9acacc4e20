import type { AgentServices } from '../../resources/agents/context.ts';

export interface OpenAIServices extends AgentServices {}
