/** A question of `server/test/questions`, whose README explains its fields. */
export interface SampleQuestion {
  ask: string[];
  sql?: string;
  predict?: Record<string, unknown>;
  source?: string;
  says?: string;
  refuse?: boolean;
  /** Small talk, to which any words without figures are right. */
  talk?: boolean;
}

export interface Completion {
  message: {
    content: string;
    answered?: boolean;
    alternatives?: readonly unknown[];
    grounded?: boolean;
    answered_by?: string;
    citations: { source: string }[];
    steps: { kind: string; input?: unknown; output?: unknown; error?: unknown }[];
  };
}

export const outcomes = [
  'right, by the model',
  'right, by rules',
  'asked back',
  'refused',
  'wrong, marked',
  'wrong, told as sure',
  'wrong, by rules',
  'failed',
] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Judges what a user is told; `truth` are the rows of the reference SQL. An answer that is right may have more in it, and
 * what it says counts more than the document that it cites.
 */
export function judgeCompletion(
  question: SampleQuestion,
  answer: Completion | undefined,
  truth: readonly unknown[][] | undefined,
): Outcome {
  if (answer === undefined) return 'failed';
  const { message } = answer;
  if (question.talk && message.answered_by === 'builtin') return 'right, by rules';
  const isRefusal = message.answered === false || /^I cannot answer/.test(message.content);
  const isRight = question.refuse ? isRefusal : !isRefusal && tells(question, message, truth);
  if (isRight) return message.answered_by === 'builtin' ? 'right, by rules' : 'right, by the model';
  if (isRefusal) return asksBack(message) ? 'asked back' : 'refused';
  if (message.answered_by === 'builtin') return 'wrong, by rules';
  return message.grounded === false ? 'wrong, marked' : 'wrong, told as sure';
}

function asksBack({ answered, alternatives = [] }: Completion['message']): boolean {
  return answered === false && alternatives.length > 1;
}

const mostRows = 10;

function tells(
  { source, says, predict, talk }: SampleQuestion,
  { content, citations, steps }: Completion['message'],
  truth: readonly unknown[][] | undefined,
): boolean {
  if (talk) return !/\d/.test(content);
  if (says && !content.includes(says)) return false;
  if (source && !says && !content.includes(source) && !citations.some((one) => one.source === source)) return false;
  if (predict) return steps.some((step) => sameInputs(step.input, predict) && saysPrediction(content, step.output));
  return (
    truth === undefined ||
    truth
      .slice(0, mostRows)
      .flat()
      .every((value) => saysValue(content, value))
  );
}

function sameInputs(given: unknown, expected: Record<string, unknown>): boolean {
  const asText = (row: object) =>
    JSON.stringify(
      Object.entries(row)
        .map(([key, value]) => [key, String(value)])
        .sort(),
    );
  return typeof given === 'object' && given !== null && asText(given) === asText(expected);
}

function saysPrediction(content: string, output: unknown): boolean {
  const { prediction } = (output ?? {}) as { prediction?: unknown };
  return prediction !== undefined && saysValue(content, prediction);
}

/** Numbers count to the precision in which they are written. */
function saysValue(content: string, value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'number') return content.toLowerCase().includes(String(value).toLowerCase());
  return [...content.matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].some(([written]) => {
    const decimals = /\.(\d+)$/.exec(written)?.[1].length ?? 0;
    return Math.abs(Number(written.replaceAll(',', '')) - value) <= 0.5 / 10 ** decimals + 1e-9;
  });
}
