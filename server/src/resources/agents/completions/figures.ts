/** A figure in a text. */
export interface Figure {
  /** As written. */
  text: string;
  /** Offsets in characters. */
  start: number;
  end: number;
}

interface ReadFigure extends Figure {
  /** What it may mean: `1,234` is a thousand and, in other countries, a little more than one. */
  values: { value: number; tolerance: number }[];
}

const written =
  /(?<![\p{L}\p{N}_.,-])[-−]?\p{Sc}?(\d{1,3}(?:[\u00a0\u202f.,'’]\d{3}){1,6}(?:[.,]\d+)?|\d+(?:[.,]\d+)?)\s?(%|(?:k|thousand|m|million|bn|billion)(?![\p{L}\p{N}_]))?(?![\p{L}\p{N}_])/giu;
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};
/**
 * Numbers of a list, and what stands in code, are none that an answer claims. Of white space only an indent is read:
 * `\s` would read all line breaks from each of them on.
 */
const leftOut = /^[ \t]{0,40}\d{1,3}[.)](?=\s)|```[\s\S]*?(?:```|(?![\s\S]))/gm;
const mostFigures = 200;
const longestText = 50_000;
/** Characters of results that are read; a figure may stand in what is beyond them. */
const mostRead = 400_000;

/**
 * Returns the figures of an answer that stand in none of the results, to the precision that they are written in.
 * `results` are what tools returned and what the user said.
 */
export function figuresWithout(results: readonly unknown[], answer: string): Figure[] {
  const known = knownNumbers(results);
  if (known === undefined) return [];
  const isKnown = ({ values }: ReadFigure) =>
    values.some(({ value, tolerance }) => hasNear(known, value, tolerance) || hasNear(known, -value, tolerance));
  return figuresIn(answer)
    .filter((figure) => !isKnown(figure))
    .map(({ text, start, end }) => ({ text, start, end }));
}

export function figuresIn(text: string): ReadFigure[] {
  const bare = text.slice(0, longestText).replace(leftOut, (found) => ' '.repeat(found.length));
  return [...digitsIn(bare), ...wordsIn(bare)].sort((one, other) => one.start - other.start);
}

/** Numbers as words, in English. */
const numberWords =
  'zero,,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen,twenty,,,,,,,,,,thirty,,,,,,,,,,forty,,,,,,,,,,fifty'.split(
    ',',
  );
const word = new RegExp(`(?<![\\p{L}\\p{N}_-])(${numberWords.filter(Boolean).join('|')})(?![\\p{L}\\p{N}_-])`, 'giu');

function wordsIn(text: string): ReadFigure[] {
  return [...text.matchAll(word)].slice(0, mostFigures).map(({ 0: shown, index: start }) => {
    const value = numberWords.indexOf(shown.toLowerCase());
    return { text: shown, start, end: start + shown.length, values: [{ value, tolerance: 0 }] };
  });
}

function digitsIn(text: string): ReadFigure[] {
  return [...text.matchAll(written)].slice(0, mostFigures).map((found) => {
    const [whole, digits, suffix = ''] = found;
    const shown = whole.trim();
    const scale = scales[suffix.toLowerCase()] ?? 1;
    const read = readDigits(digits).map(({ value, tolerance }) => ({
      value: value * scale,
      tolerance: tolerance * scale,
    }));
    const shares =
      suffix === '%' ? read.map((one) => ({ value: one.value / 100, tolerance: one.tolerance / 100 })) : [];
    return { text: shown, start: found.index, end: found.index + shown.length, values: [...read, ...shares] };
  });
}

/** A separator before the last three digits may part thousands or decimals, unless there are several. */
function readDigits(digits: string): { value: number; tolerance: number }[] {
  const separators = [...digits].filter((one) => !/\d/.test(one));
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const decimals = last < 0 ? 0 : digits.length - last - 1;
  const whole = { value: Number(digits.replace(/\D/g, '')), tolerance: 0.5 };
  if (last < 0) return [whole];
  const mark = digits[last];
  const isDecimal = separators.filter((one) => one === mark).length === 1;
  const value = Number(`${digits.slice(0, last).replace(/\D/g, '') || '0'}.${digits.slice(last + 1)}`);
  const decimal = { value, tolerance: 0.5 / 10 ** decimals };
  if (!isDecimal) return [whole];
  return decimals === 3 ? [whole, decimal] : [decimal];
}

/**
 * Returns all numbers of the results, sorted: those of cells, those within texts, and how many rows there are; undefined
 * when there is too much to read.
 */
function knownNumbers(results: readonly unknown[]): number[] | undefined {
  const known = new Set<number>();
  let left = mostRead;
  const add = (value: unknown): void => {
    left -= typeof value === 'string' ? value.length : 8;
    if (left < 0) return;
    if (typeof value === 'number') known.add(value);
    else if (typeof value === 'string') for (const number of numbersIn(value)) known.add(number);
    else if (Array.isArray(value)) {
      known.add(value.length);
      value.forEach(add);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(add);
  };
  for (const result of results) add(result);
  return left < 0 ? undefined : [...known].sort((one, other) => one - other);
}

/** Returns the numbers of a text, and the parts of dates. */
function numbersIn(text: string): number[] {
  const figures = figuresIn(text).flatMap(({ values }) => values.map(({ value }) => value));
  return [...figures, ...[...text.matchAll(/\d{1,15}/g)].map(([digits]) => Number(digits))];
}

/** A written number stands for all that round to it. */
function hasNear(sorted: readonly number[], value: number, tolerance: number): boolean {
  const slack = tolerance * (1 + 1e-9);
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value - slack) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low] <= value + slack;
}
