import { ServiceError } from '../../errors.ts';
import { publicRule } from '../../platform/language/public-rule.ts';
import { beginCompletion } from '../agents/completions/complete.ts';
import type { ChatbotContext, ChatbotServices } from './context.ts';
import type { Answered, Answerer } from './running/answerer.ts';

/** The agent writes this word when it cannot answer and a person is available. */
const handoverWord = 'HANDOVER';
const handoverRule =
  `When you cannot answer from what you know and what your tools tell, or the user asks for a person, say only ` +
  `the word ${handoverWord}.`;

/** Returns the function by which chatbots ask agents. Each question is a conversation of the agent, with its steps. */
export function createAnswerer(services: ChatbotServices): Answerer {
  return async ({ chatbot, messages, mayHandOver }, onText, signal) => {
    if (chatbot.agent_id === null) throw new ServiceError('agent_not_found', 'The chatbot has no agent any more.');
    const address = { project: chatbot.project_id, agent: chatbot.agent_id };
    const said = mayHandOver ? [publicRule, handoverRule] : [publicRule];
    const rules = said.map((content) => ({ role: 'system' as const, content }));
    const ctx = contextOf(services, chatbot);
    const asked = { messages: [...rules, ...messages] };
    const completion = await beginCompletion(ctx, address, asked, { kept: (said) => said.slice(-1), signal });
    let text = '';
    const { message } = await completion.run(signal, (event) => {
      if (event.type !== 'token') return;
      text += event.text;
      if (!handoverWord.startsWith(text.trim())) onText(text);
    });
    return answeredBy(message);
  };
}

/** The caller of a chatbot may only ask, in its own project. */
export function contextOf(
  services: ChatbotServices,
  { id, project_id }: { id: string; project_id: string },
): ChatbotContext {
  return { ...services, actor: id, role: 'predictor', projects: new Set([project_id]) };
}

function answeredBy({
  content,
  citations,
  trace_id,
  answered,
  chart,
  grounded,
  alternatives = [],
}: {
  content: string;
  citations: Answered['citations'];
  trace_id: string;
  answered?: false;
  chart?: Record<string, unknown>;
  grounded?: boolean;
  alternatives?: { question: string }[];
}): Answered {
  const isHandover = content.trim().replace(/\.$/, '') === handoverWord;
  // Citations below a refusal would suggest that an answer was found.
  const found = answered === false ? [] : citations;
  const shown = found.map(({ source, title, text }) => ({ source, title, text }));
  const canAnswer = !isHandover && answered !== false;
  const others = alternatives.map(({ question }) => question);
  return { text: content, citations: shown, traceId: trace_id, chart, canAnswer, grounded, alternatives: others };
}
