import type { Caller } from '../../caller.ts';
import type { AgentServices } from '../agents/context.ts';

/** The services that evaluations of agents may use. */
export interface EvaluationServices extends AgentServices {}

/** The same, and who asks. */
export interface EvaluationContext extends EvaluationServices, Caller {}
