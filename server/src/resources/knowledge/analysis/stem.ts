import { stemmer } from 'stemmer';

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
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}
