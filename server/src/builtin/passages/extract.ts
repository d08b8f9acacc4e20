import { type Asked, closestWindow } from './closest-window.ts';
import { countAnswering } from './confidence.ts';
import { weighEvidence } from './evidence.ts';
import { type Passage, readPassages } from './passages.ts';
import { stemsOf, wantedWords } from './wanted-words.ts';

const mostClosest = 3;
/** Below this even the closest passage is about something else. */
const leastToShow = 0.12;

export interface Quoted {
  text: string;
  /** False for passages that are only the closest. */
  isAnswer: boolean;
}

/**
 * Quotes the passages that answer a question, as many as it takes to be sure, with their sources; or the closest ones;
 * undefined when none is close. The sentences nearest to the question are in bold.
 */
export function answerFromPassages(question: string, content: unknown): Quoted | undefined {
  const passages = readPassages(content);
  const wanted = wantedWords(question, passages);
  if (!passages[0] || passages[0].score < leastToShow || !wanted.some(({ weight }) => weight > 0)) return undefined;
  const asked: Asked = { wanted, asksFigure: asksForFigure.test(question) };
  const answering = passages.slice(0, countAnswering(weighEvidence(passages, asked)));
  const isAnswer = answering.some((passage) => isOnTopic(passage, asked));
  const shown = isAnswer ? answering : passages.slice(0, mostClosest);
  return { text: shown.map((one) => quote(one, asked)).join('\n\n'), isAnswer };
}

/** Returns whether a passage, its headings or its document mention the names that the question does. */
function isOnTopic({ heading, source, sentences }: Passage, { wanted }: Asked): boolean {
  const held = stemsOf([source, heading, ...sentences].join(' '));
  return wanted.every(({ stem, isName }) => !isName || held.has(stem));
}

/** Returns the passage with its nearest sentences in bold. */
function quote(passage: Passage, asked: Asked): string {
  const { text } = closestWindow(passage, asked);
  const whole = passage.sentences.join(' ').replace(text, () => `**${text}**`);
  return `> ${whole}\n\n— ${[passage.source, passage.heading, passage.pages].filter(Boolean).join(', ')}`;
}

const asksForFigure =
  /\b(how (many|much|often|frequently|long|far|soon|early|late|old|big|high)|what time|numbers? of|counts?|head ?count|prices?|costs?|fee|phone|telephone|hours|deadline)\b/i;
