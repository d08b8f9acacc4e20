import type { Caller } from '../../caller.ts';
import type { AgentServices } from '../../resources/agents/context.ts';

/** The services that MCP may use. */
export interface McpServices extends AgentServices {}

/** The same, and who asks. */
export interface McpContext extends McpServices, Caller {}
