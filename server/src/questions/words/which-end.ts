import { wordsOf } from './tokens.ts';

export type End = 'largest' | 'smallest';

const words = (text: string) => new Set(text.split(' '));
const other: Record<End, End> = { largest: 'smallest', smallest: 'largest' };

/** Words for much and little of whatever is measured. */
const much = words(
  'highest busiest largest most biggest greatest maximum max costliest hottest warmest longest tallest heaviest strongest windiest wettest rainiest higher larger more bigger greater longer taller heavier warmer hotter stronger richer richest dearer dearest windier wetter rainier',
);
const little = words(
  'lowest quietest smallest least fewest minimum min cheapest coldest coolest shortest lightest weakest calmest driest lower smaller less fewer cheaper colder cooler shorter lighter weaker poorer poorest bottom drier calmer',
);

/** What small values of a column say, by its name and units. */
interface Scale {
  names: ReadonlySet<string>;
  fast?: End;
  good?: End;
  old?: End;
  /** A first rank is the highest. */
  high?: End;
  first?: End;
}

const scales: readonly Scale[] = [
  {
    names: words(
      'time duration seconds sec secs minutes mins hours days weeks ms msec latency delay lap runtime pace elapsed finish',
    ),
    fast: 'smallest',
    good: 'smallest',
  },
  {
    names: words('speed velocity mph kmh kph knots horsepower hp ghz mhz throughput bandwidth mbps'),
    fast: 'largest',
    good: 'largest',
  },
  {
    names: words('rank ranking position place pos standing seed'),
    good: 'smallest',
    high: 'smallest',
    fast: 'smallest',
  },
  { names: words('price cost costs fare fee rent premium'), good: 'smallest' },
  {
    names: words('error errors defect defects mistakes faults complaints loss losses churn mortality'),
    good: 'smallest',
  },
  {
    names: words('rating score scores points grade stars satisfaction profit revenue sales wins won'),
    good: 'largest',
  },
  { names: words('year built founded established opened released born birth'), old: 'smallest' },
  { names: words('age ages old experience tenure seniority'), old: 'largest' },
];

const saying: readonly (readonly [keyof Omit<Scale, 'names'>, ReadonlySet<string>, ReadonlySet<string>])[] = [
  ['fast', words('fast faster fastest quick quicker quickest'), words('slow slower slowest')],
  ['good', words('best better'), words('worst worse')],
  ['old', words('old older oldest eldest earliest'), words('young younger youngest new newer newest latest recent')],
  ['high', words('highest top higher'), words('lowest bottom lower')],
  ['first', words('first'), words('last')],
];

/** What is told of a column here. */
interface Named {
  name: string;
  type: string;
}

/** What words ask for of a column: its largest or its smallest values; undefined where they say neither. */
interface Ends {
  of(word: string): End | undefined;
  /** The same where the name of the column decides: "the best time" is the smallest, "the best score" the largest. */
  byScale(word: string): End | undefined;
}

export function endsOf(column: Named): Ends {
  const scale = scaleOf(column);
  const byScale = (word: string) => endOn(scale, word);
  return { byScale, of: (word) => byScale(word) ?? endOfAny(word) };
}

function endOn(scale: Scale | undefined, word: string): End | undefined {
  for (const [trait, more, less] of saying) {
    const end = scale?.[trait];
    if (end && more.has(word)) return end;
    if (end && less.has(word)) return other[end];
  }
  return undefined;
}

/** What a word asks for of whatever is measured. */
export function endOfAny(word: string): End | undefined {
  if (much.has(word) || /^(best|top)$/.test(word)) return 'largest';
  return little.has(word) || word === 'worst' ? 'smallest' : undefined;
}

/** "Fastest", "oldest": superlatives that ask for an end by what a column measures. */
export function isSuperlative(word: string): boolean {
  return word.endsWith('est') && saying.some(([, more, less]) => more.has(word) || less.has(word));
}

/** Whether what each row is like is compared: of many rows their average is as warm, cheap or fast, not their sum. */
export function saysOfEach(tokens: readonly { text: string }[]): boolean {
  return tokens.some(({ text }) => ofEach.test(text));
}

const ofEach =
  /^((warm|hott|cold|cool|cheap|dear|pric|costl|long|short|fast|slow|quick|old|young|heav|light|strong|weak|tall|wind|calm)(i?er|i?est)|expensive|affordable|costly)$/;

const comparatives = words(
  'higher larger more bigger greater longer taller heavier warmer hotter stronger richer dearer lower smaller less fewer cheaper colder cooler shorter lighter weaker poorer windier wetter rainier drier calmer faster quicker slower better worse older younger newer',
);

export function isComparative(word: string): boolean {
  return comparatives.has(word);
}

/** The words of a question that may ask for an end, without those of bounds: "at least", "5 or more", "more than". */
export function wordsOfEnds(said: readonly string[]): string[] {
  const isBounded = said.includes('than');
  return said.filter((word, at) => {
    const before = said[at - 1] ?? '';
    if (before === 'at' || (word === 'min' && /^\d/.test(before))) return false;
    return !comparatives.has(word) || (!isBounded && !/^(or|and|many|much|any|no)$/.test(before));
  });
}

const dates: Scale = { names: new Set(), old: 'smallest', first: 'smallest' };

/** The last word that tells decides: `price_rank` is a rank. */
function scaleOf({ name, type }: Named): Scale | undefined {
  if (type === 'date' || type === 'datetime') return dates;
  const parts = wordsOf(name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('_', ' '));
  return parts.toReversed().flatMap((part) => scales.find(({ names }) => names.has(part)) ?? [])[0];
}
