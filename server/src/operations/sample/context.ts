import type { Caller } from '../../caller.ts';
import type { AgentServices } from '../../resources/agents/context.ts';

export interface SampleServices extends AgentServices {}

export interface SampleContext extends SampleServices, Caller {}
