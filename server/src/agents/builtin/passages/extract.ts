import { asList, asText, findFields, isFields } from '../shapes.ts';
import { tokenize } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

interface Passage {
  source: string;
  heading: string;
  text: string;
}

interface Extract {
  passage: Passage;
  text: string;
  /** The share of what the question is about that the sentences and their headings speak of, at most 1. */
  support: number;
  /** Among equal supports: how much of the question's other words they hold. */
  closeness: number;
}

/** Below this the passages are about something else. */
const leastSupport = 0.75;
const longestWindow = 2;
const mostExtracts = 2;

/** Quotes the sentences that answer a question, with their sources; undefined when none of the passages does. */
export function answerFromPassages(question: string, content: unknown, vocabulary: Vocabulary): string | undefined {
  const passages = readPassages(content);
  const wanted = weighWords(question, passages, vocabulary);
  if (wanted.size === 0) return undefined;
  const extracts = passages
    .flatMap((passage) => windowsOf(passage).map((text) => judge(passage, text, question, wanted, vocabulary)))
    .filter(({ support }) => support >= leastSupport)
    .sort((left, right) => right.support - left.support || right.closeness - left.closeness);
  if (extracts.length === 0) return undefined;
  return chooseBest(extracts).map(quote).join('\n\n');
}

function readPassages(content: unknown): Passage[] {
  const found = findFields(content, 'passages');
  return asList(found?.passages)
    .filter(isFields)
    .map(({ source, title, heading, text }) => ({
      source: asText(source),
      heading: [asText(title), asText(heading)].filter(Boolean).join(' › '),
      text: asText(text),
    }));
}

/** Stem -> weight. What few of the passages say, or none, weighs most: passages that miss it are about something else. */
function weighWords(question: string, passages: readonly Passage[], vocabulary: Vocabulary): Map<string, number> {
  const light = new Set(vocabulary.lightWords);
  const tokens = tokenize(question);
  const kinds = new Set(['which', 'what'].map((word) => tokens[tokens.findIndex(({ text }) => text === word) + 1]));
  const stems = passages.map((passage) => stemsOf(`${passage.heading} ${passage.text}`, vocabulary));
  const weights = new Map<string, number>();
  for (const token of tokens) {
    if (token.kind === 'sign' || light.has(token.text)) continue;
    const stem = vocabulary.stem(token.text.toLowerCase());
    const holding = stems.filter((one) => one.has(stem)).length;
    const rarity = 1 + Math.log((passages.length + 1) / (holding + 1));
    weights.set(stem, kinds.has(token) && weights.size === 0 ? rarity / 2 : rarity);
  }
  return weights;
}

function stemsOf(text: string, vocabulary: Vocabulary): Set<string> {
  return new Set(tokenize(text).map((token) => vocabulary.stem(token.text.toLowerCase())));
}

const sentenceEnd = /(?<=[.!?])\s+(?=\p{Lu}|\d|["“])|\n{2,}|\n(?=[-*#|])/u;

/** Each sentence, and each with the one after it. */
function windowsOf({ text }: Passage): string[] {
  const sentences = text
    .split(sentenceEnd)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence && !sentence.startsWith('#'));
  return sentences.flatMap((_, at) =>
    Array.from({ length: Math.min(longestWindow, sentences.length - at) }, (_, more) =>
      sentences.slice(at, at + more + 1).join(' '),
    ),
  );
}

function judge(
  passage: Passage,
  text: string,
  question: string,
  wanted: ReadonlyMap<string, number>,
  vocabulary: Vocabulary,
): Extract {
  const inText = stemsOf(text, vocabulary);
  const inHeading = stemsOf(passage.heading, vocabulary);
  let all = 0;
  let held = 0;
  let heldByText = 0;
  for (const [stem, weight] of wanted) {
    all += weight;
    if (inText.has(stem)) heldByText += weight;
    if (inText.has(stem) || inHeading.has(stem)) held += weight;
  }
  const asked = [...stemsOf(question, vocabulary)];
  const shared = asked.filter((stem) => inText.has(stem)).length / asked.length;
  const brevity = 1 / (20 + text.length / 10);
  return { passage, text, support: held / all, closeness: heldByText / all + 0.5 * shared + brevity };
}

/** The best, and one more from elsewhere that supports the question as well. */
function chooseBest(extracts: readonly Extract[]): Extract[] {
  const [best] = extracts;
  const others = extracts.filter(
    (one) => one.passage !== best.passage && one.support >= best.support && one.closeness >= 0.8 * best.closeness,
  );
  return [best, ...others].slice(0, mostExtracts);
}

function quote({ passage, text }: Extract): string {
  const heading = passage.heading ? `, ${passage.heading}` : '';
  return `“${text}”\n— ${passage.source}${heading}`;
}
