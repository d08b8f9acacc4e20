const consonants = '[^aeiou][^aeiouy]*';
const vowels = '[aeiouy][aeiou]*';
/** Matches stems with at least one vowel-consonant sequence (Porter's measure, 1980). */
const hasMeasure = new RegExp(`^(?:${consonants})?${vowels}${consonants}`);
const hasMeasureOne = new RegExp(`^(?:${consonants})?${vowels}${consonants}(?:${vowels})?$`);
const hasMeasureTwo = new RegExp(`^(?:${consonants})?${vowels}${consonants}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(?:${consonants})?[aeiouy]`);
const endsShort = new RegExp(`^${consonants}[aeiouy][^aeiouwxy]$`);

/** Derivational endings and their replacements. */
const derivations: Record<string, string> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
};
const refinements: Record<string, string> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
};
const endingOf = (endings: string[]) => new RegExp(`^(.+?)(${endings.join('|')})$`);
const derivation = endingOf(Object.keys(derivations));
const refinement = endingOf(Object.keys(refinements));
const residue = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;
const residueIon = /^(.+?[st])ion$/;

/** Irregular forms of words that are common in documents. */
const irregular = new Map(
  Object.entries({
    be: 'am are is was were been being',
    have: 'has had having',
    do: 'does did done doing',
    go: 'goes went gone',
    bring: 'brought',
    break: 'broke broken',
    build: 'built',
    buy: 'bought',
    choose: 'chose chosen',
    come: 'came',
    drive: 'drove driven',
    find: 'found',
    get: 'got gotten',
    give: 'gave given',
    grow: 'grew grown',
    hold: 'held',
    keep: 'kept',
    know: 'knew known',
    lead: 'led',
    leave: 'left',
    lend: 'lent',
    lose: 'lost',
    make: 'made',
    mean: 'meant',
    meet: 'met',
    pay: 'paid',
    rise: 'rose risen',
    run: 'ran',
    say: 'said',
    see: 'saw seen',
    sell: 'sold',
    send: 'sent',
    speak: 'spoke spoken',
    spend: 'spent',
    stand: 'stood',
    steal: 'stole stolen',
    take: 'took taken',
    teach: 'taught',
    tell: 'told',
    think: 'thought',
    throw: 'threw thrown',
    wear: 'wore worn',
    write: 'wrote written',
    child: 'children',
    foot: 'feet',
    man: 'men',
    mouse: 'mice',
    person: 'people',
    tooth: 'teeth',
    woman: 'women',
  }).flatMap(([word, forms]) => forms.split(' ').map((form) => [form, word] as const)),
);

/** Returns the stem of a lower-case English word by Porter, "An algorithm for suffix stripping" (1980). */
export function stem(form: string): string {
  const word = irregular.get(form) ?? form;
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  // An initial `y` is a consonant; as a capital the rules do not see it.
  const shielded = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  return tidyEnd(dropResidue(refine(derive(yToI(pastAndGerund(plural(shielded))))))).toLowerCase();
}

function plural(word: string): string {
  if (/(?:ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function pastAndGerund(word: string): string {
  if (word.endsWith('eed')) return hasMeasure.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const [, base] = /^(.+?)(?:ed|ing)$/.exec(word) ?? [];
  if (base === undefined || !hasVowel.test(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeioulsz])\1$/.test(base)) return base.slice(0, -1);
  return endsShort.test(base) ? `${base}e` : base;
}

function yToI(word: string): string {
  return word.endsWith('y') && hasVowel.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function derive(word: string): string {
  const [, base, ending] = derivation.exec(word) ?? [];
  return base !== undefined && hasMeasure.test(base) ? base + derivations[ending] : word;
}

function refine(word: string): string {
  const [, base, ending] = refinement.exec(word) ?? [];
  return base !== undefined && hasMeasure.test(base) ? base + refinements[ending] : word;
}

function dropResidue(word: string): string {
  const [, base] = residue.exec(word) ?? residueIon.exec(word) ?? [];
  return base !== undefined && hasMeasureTwo.test(base) ? base : word;
}

function tidyEnd(word: string): string {
  if (word.endsWith('e')) {
    const base = word.slice(0, -1);
    if (hasMeasureTwo.test(base) || (hasMeasureOne.test(base) && !endsShort.test(base))) return base;
  }
  return word.endsWith('ll') && hasMeasureTwo.test(word) ? word.slice(0, -1) : word;
}
