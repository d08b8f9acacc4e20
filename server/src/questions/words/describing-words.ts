import { stemOf } from './tokens.ts';

/** Names of what is measured, and words that say much or little of it. */
const lines: readonly (readonly [names: string, words: string])[] = [
  [
    'temp temperature',
    'hot hotter hottest warm warmer warmest cold colder coldest cool cooler coolest degrees celsius fahrenheit',
  ],
  // Of two columns of temperatures, a day is as hot as its highest
  ['max maximum', 'hot hotter hottest warm warmer warmest'],
  ['min minimum', 'cold colder coldest cool cooler coolest freezing'],
  ['wind', 'windy windier windiest calm calmest'],
  ['rain rainfall precipitation', 'rainy rainier rainiest wet wetter wettest dry drier driest rain rained inches'],
  [
    'price cost fare fee amount rent',
    'expensive cheap cheaper cheapest costly costliest pay pays paid cost costs dollars euros pounds pricey priciest dear dearer dearest',
  ],
  ['salary income wage pay', 'earn earns earning earned paid pay pays rich richest'],
  [
    'amount amt sales revenue turnover total value',
    'revenue turnover sales sold sell sells spent spend spends value values worth',
  ],
  ['quantity qty', 'sold sell sells units bought'],
  [
    'since start signup signed registered joined created hired enrolled',
    'join joins joined new registered started starting enrolled since became signed',
  ],
  ['origin departure dep', 'left leave leaves leaving departed departing'],
  ['destination dest arrival arr', 'arrived arrive arrives arriving'],
  ['age', 'old older oldest young younger youngest'],
  ['height elevation altitude', 'tall taller tallest high higher highest short shortest'],
  ['weight mass', 'heavy heavier heaviest light lighter lightest weigh weighs'],
  ['speed velocity horsepower', 'fast faster fastest slow slower slowest mph knots'],
  [
    'time duration lap seconds latency delay days',
    'fast faster fastest slow slower slowest quick quicker quickest long longer longest short shorter shortest time',
  ],
  ['distance', 'miles kilometers kilometres'],
  ['length distance duration', 'long longer longest short shorter shortest far farther farthest'],
  ['sqft surface sq', 'size square feet foot metres meters'],
  ['area size population sqft surface sq', 'large larger largest big bigger biggest small smaller smallest populous'],
  ['date', 'day days'],
  ['date year founded', 'recent newest new latest earliest old oldest'],
  ['score rating grade', 'best worst good better'],
];

/** Stems of words by the stem of the name that they describe. */
export const describing: ReadonlyMap<string, readonly string[]> = gather(
  lines.flatMap(([names, words]) =>
    names.split(' ').map((name): [string, string[]] => [stemOf(name), words.split(' ').map(stemOf)]),
  ),
);

function gather(pairs: readonly [string, string[]][]): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const [name, words] of pairs) all.set(name, [...(all.get(name) ?? []), ...words]);
  return all;
}
