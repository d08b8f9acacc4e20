import type { Planners } from '../../builtin/planners.ts';
import type { Caller } from '../../caller.ts';
import type { GgufModels } from '../../platform/language/gguf/gguf-models.ts';
import type { ProviderBreakers } from '../../platform/language/provider-breakers.ts';
import type { SkillServices } from '../skills/context.ts';

/** The services that agents may use. */
export interface AgentServices extends SkillServices {
  planners: Planners;
  breakers: ProviderBreakers;
  ggufModels: GgufModels;
}

/** The same services with the caller. */
export interface AgentContext extends AgentServices, Caller {}
