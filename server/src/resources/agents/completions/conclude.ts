import { asidesOf } from '../../../builtin/asides.ts';
import { type ModelStep, textOf } from './model-step.ts';
import type { FinishReason } from './schemas.ts';
import { isBrokenCall } from './written-calls.ts';

/** How an answer ended: `cap` names the limit that made this step the last. */
interface Ending {
  cap: FinishReason | undefined;
  /** Whether the same call again made this step the last. */
  isRepeated: boolean;
  /** Whether a tool gave a result. */
  hasFound: boolean;
  /** Whether the answer is to be JSON. */
  asksJson: boolean;
}

/** Makes the answer of the last step. */
export function concludeAnswer(
  { content, finishReason, ended }: ModelStep,
  { cap, isRepeated, hasFound, asksJson }: Ending,
) {
  const answer = textOf(content);
  const reason = cap ?? reasonOf(finishReason.unified);
  const isWordless = answer.trim() === '';
  const isBroken = !asksJson && isBrokenCall(answer);
  const hasCalled = content.some(({ type }) => type === 'tool-call');
  const silence = hasCalled && reason === 'stop' ? (isRepeated ? repeated : called) : wordless[reason];
  const asides = content.map((part) => (part.type === 'text' ? asidesOf(part.providerMetadata) : {}));
  const { answered, alternatives, would_help } = asides.find((one) => Object.keys(one).length > 0) ?? {};
  return {
    text: isWordless ? silence : isBroken ? unreadable : answer,
    finishReason: reason,
    isAnswer: !isWordless && !isBroken && answered !== false,
    ...(alternatives ? { alternatives } : {}),
    ...(would_help ? { wouldHelp: would_help } : {}),
    isGarbled:
      isWordless ||
      isBroken ||
      ((reason === 'length' || ended === 'repetition') && saysTwice(answer)) ||
      (!hasFound && (ended === 'repetition' || reason === 'tool_errors')),
  };
}

/** Whether a text that was cut had begun to go round in circles. */
function saysTwice(text: string): boolean {
  const sentences = text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length >= shortestSentence);
  return new Set(sentences).size < sentences.length;
}

const shortestSentence = 15;

function reasonOf(unified: ModelStep['finishReason']['unified']): FinishReason {
  if (unified === 'length' || unified === 'content-filter') return unified === 'length' ? 'length' : 'content_filter';
  return unified === 'stop' || unified === 'tool-calls' ? 'stop' : 'other';
}

const unreadable = 'I cannot answer that: my language model gave an answer that cannot be read.';

/** Texts for an empty answer of the language model. */
const wordless: Record<FinishReason, string> = {
  stop: 'The language model gave an empty answer.',
  other: 'The language model gave an empty answer.',
  length: 'The language model used up its tokens before it could answer.',
  content_filter: 'The language model refused to answer this.',
  step_limit: 'I could not come to an answer within the steps that I may take.',
  time_limit: 'I could not come to an answer in time.',
  tool_errors: 'I could not come to an answer: too many of the calls of my tools failed.',
};

const repeated = 'I could not come to an answer: my language model made the same calls again and again.';
const called = 'I could not come to an answer: my language model called tools where it had to answer.';

/** Makes the answer when the time ran out during the last step, from the text so far: one that found nothing is late. */
export function timeIsUp(textSoFar: string, { milliseconds, hasFound }: { milliseconds: number; hasFound: boolean }) {
  const isAnswer = textSoFar.trim() !== '' && !isBrokenCall(textSoFar);
  const text = isAnswer ? textSoFar : `I could not come to an answer within ${milliseconds / 1000} s.`;
  return { text, finishReason: 'time_limit' as const, isAnswer, isGarbled: !isAnswer || !hasFound };
}
