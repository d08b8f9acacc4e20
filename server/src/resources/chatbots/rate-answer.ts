import { ServiceError } from '../../errors.ts';
import { rateMessage } from '../agents/feedback/service.ts';
import { contextOf } from './ask-agent.ts';
import type { ChatbotServices } from './context.ts';
import type { Rater } from './running/answerer.ts';

/**
 * Returns the function that stores ratings of people in chats. They may not change skills, so an answer that they like
 * does not become an example.
 */
export function createRater(services: ChatbotServices): Rater {
  return async (chatbot, message, rating) => {
    if (chatbot.agent_id === null) return;
    const address = { project: chatbot.project_id, agent: chatbot.agent_id, message };
    await rateMessage(contextOf(services, chatbot), address, { rating }).catch((error) => {
      // The answer, or the agent that gave it, was deleted, and nobody waits for an error.
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    });
  };
}
