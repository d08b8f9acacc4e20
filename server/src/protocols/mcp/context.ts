import type { Caller } from '../../caller.ts';
import type { AgentServices } from '../../resources/agents/context.ts';

export interface McpServices extends AgentServices {}

export interface McpContext extends McpServices, Caller {}
