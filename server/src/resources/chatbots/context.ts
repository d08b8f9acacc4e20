import type { Caller } from '../../caller.ts';
import type { Charts } from '../../platform/charts/charts.ts';
import type { AgentServices } from '../agents/context.ts';
import type { ChatbotHub } from './chatbot-hub.ts';

/** The services that chatbots may use. */
export interface ChatbotServices extends AgentServices {
  charts: Charts;
  chatbotHub: ChatbotHub;
}

/** The same services with the caller. */
export interface ChatbotContext extends ChatbotServices, Caller {}
