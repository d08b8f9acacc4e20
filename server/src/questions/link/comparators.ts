import type { Operator } from '../algebra.ts';
import type { Token } from '../words/tokens.ts';

const before: readonly (readonly [Operator, string])[] = [
  ['>=', 'at least|no less than|not less than|a minimum of|minimum of|since|starting in|starting from'],
  ['<=', 'within|at most|up to|no more than|not more than|a maximum of|maximum of|through'],
  [
    '>',
    'more than|over|above|greater than|higher than|larger than|bigger than|longer than|older than|exceed|exceeded|exceeds|exceeding|after|later than|better than|heavier than|taller than|faster than|dearer than|beyond|more',
  ],
  [
    '<',
    'less than|under|below|fewer than|lower than|smaller than|shorter than|younger than|before|earlier than|prior to|worse than|cheaper than|lighter than|slower than',
  ],
];
const after: readonly (readonly [Operator, string])[] = [
  [
    '>=',
    'or more|or higher|or above|or over|or later|or greater|or better|and above|and over|and up|and higher|plus|and more|or older|or longer',
  ],
  ['<=', 'or less|or fewer|or below|or under|or lower|or earlier|and below|and under|and less|or younger|or shorter'],
];

function phrases(list: typeof before): { operator: Operator; words: string[] }[] {
  return list
    .flatMap(([operator, all]) => all.split('|').map((phrase) => ({ operator, words: phrase.split(' ') })))
    .sort((one, other) => other.words.length - one.words.length);
}

const [leading, trailing] = [phrases(before), phrases(after)];
const between = new Set(['a', 'an', 'the', 'year', 'in', 'of', 'age']);

/** How a number is compared, with the words from `from` to before `to` that say so. */
export interface Comparing {
  operator: Operator;
  from: number;
  to: number;
}

/** Reads the words around a number from `from` to before `to`: "at least 5", "5 or more". */
export function comparingAt(tokens: readonly Token[], from: number, to = from + 1): Comparing | undefined {
  // A word of measure may stand between: "5 points or more"; of "below 20 or above 60" each has its own bound
  for (const gap of [0, 1])
    for (const { operator, words } of trailing)
      if (says(tokens, to + gap, words) && tokens[to + gap + words.length]?.number === undefined)
        return { operator, from, to: to + gap + words.length };
  let end = from;
  while (end > 0 && between.has(tokens[end - 1].text)) end -= 1;
  for (const { operator, words } of leading)
    if (end >= words.length && says(tokens, end - words.length, words))
      return { operator, from: end - words.length, to };
  if (tokens[end - 1]?.text !== 'from') return undefined;
  if (/^(on|onwards?|upwards?)$/.test(tokens[to]?.text)) return { operator: '>=', from: end - 1, to: to + 1 };
  return isYear(tokens[from].number) ? undefined : { operator: '>=', from: end - 1, to };
}

/** "Cars from 2008" are of that year, "homes from 500" cost at least so much. */
function isYear(value: number | undefined): boolean {
  return value === undefined || (Number.isInteger(value) && value >= 1000 && value <= 2100);
}

function says(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  return words.every((word, place) => tokens[at + place]?.text === word);
}
