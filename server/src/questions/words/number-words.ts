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
