import { ServiceError } from '../../errors.ts';
import { rateMessage } from '../agents/feedback/service.ts';
import { contextOf } from './ask-agent.ts';
import type { ChatbotServices } from './context.ts';
import type { Rater } from './running/answerer.ts';

/** Lets people in chats rate answers. They may change no skill: what they like becomes no example. */
export function createRater(services: ChatbotServices): Rater {
  return async (chatbot, message, rating) => {
    if (chatbot.agent_id === null) return;
    const address = { project: chatbot.project_id, agent: chatbot.agent_id, message };
    await rateMessage(contextOf(services, chatbot), address, { rating }).catch((error) => {
      // The answer, or the agent that gave it, is gone: nobody can be told.
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    });
  };
}
