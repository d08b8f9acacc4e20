import type { Caller } from '../../caller.ts';
import type { AgentServices } from '../../resources/agents/context.ts';

/** The services that the sample may use. */
export interface SampleServices extends AgentServices {}

/** The same, and who asks. */
export interface SampleContext extends SampleServices, Caller {}
