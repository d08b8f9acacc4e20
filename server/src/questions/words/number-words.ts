interface SaidNumber {
  number: number;
  isOrdinal?: boolean;
}

const cardinals =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth';
const larger = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  thousand: 1000,
  million: 1e6,
  billion: 1e9,
  once: 1,
  twice: 2,
  dozen: 12,
};

/** English words for numbers. */
export const numberWords: ReadonlyMap<string, SaidNumber> = new Map([
  ...cardinals.split(' ').map((word, number): [string, SaidNumber] => [word, { number }]),
  ...ordinals.split(' ').map((word, number): [string, SaidNumber] => [word, { number, isOrdinal: true }]),
  ...Object.entries(larger).map(([word, number]): [string, SaidNumber] => [word, { number }]),
]);

export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Months from 1, by their names and the first three letters. */
export const months: ReadonlyMap<string, number> = new Map(
  monthNames
    .map((name) => name.toLowerCase())
    .flatMap((name, at): [string, number][] => [
      [name, at + 1],
      [name.slice(0, 3), at + 1],
    ]),
);

export const dayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** Days of the week from Monday as 1, by their names, also as plurals. */
export const weekdays: ReadonlyMap<string, readonly number[]> = new Map([
  ...dayNames
    .map((name) => name.toLowerCase())
    .flatMap((name, at): [string, number[]][] => [
      [name, [at + 1]],
      [`${name}s`, [at + 1]],
    ]),
  ['weekend', [6, 7]],
  ['weekends', [6, 7]],
]);

/** What a part of dates is called that is kept as a number, or as the first day of a period. */
export function namePart(part: string, value: unknown): string {
  const [year, month] = String(value).split('-');
  if (part === 'each month') return `${monthNames[Number(month) - 1]} ${year}`;
  if (part === 'each quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`;
  if (part === 'day') return String(value).slice(0, 10);
  const names = { month: monthNames, weekday: dayNames }[part];
  return names?.[Number(value) - 1] ?? String(value);
}

/** "The second highest": what is said before the one after so many. */
export const placeWords = [
  '',
  'second ',
  'third ',
  'fourth ',
  'fifth ',
  'sixth ',
  'seventh ',
  'eighth ',
  'ninth ',
  'tenth ',
];
