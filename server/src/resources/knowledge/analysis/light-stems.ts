/**
 * Stems of German, French and Spanish words without accents, which many who ask leave out: endings of number, gender and
 * the commonest forms of verbs are cut off ("light stemming", Savoy 2006).
 */
/** Endings in the order of their trial, with what stands in their place; of each step the first that fits is cut. */
type Step = readonly (readonly [ending: RegExp, instead: string])[];

const german: readonly Step[] = [
  [[/(?<=.{4})ung(?:en)?$/, '']],
  [
    [/(?<=.{3})(?:ern|e[mnrs]|e)$/, ''],
    [/(?<=.{2}[lr])n$/, ''],
    [/(?<=.{2}[bdfghklmnrt])s$/, ''],
  ],
];

const french: readonly Step[] = [
  [
    [/(?<=.{2}[^e])aux$/, 'al'],
    [/(?<=.{3})[sx]$/, ''],
  ],
  [[/(?<=.{4})(?:ation|ement)$/, '']],
  [[/(?<=.{3})(?:er|ee|e)$/, '']],
  [[/(?<=.{2}(.))\1$/, '']],
];

const spanish: readonly Step[] = [
  [[/(?<=.{3})s$/, '']],
  [
    [/(?<=.{3})(?:acion(?:e)?|[ai]d[ao]|ando|iendo|[aei]r)$/, ''],
    [/(?<=.{2})ce$/, 'z'],
    [/(?<=.{3})[aeo]$/, ''],
  ],
];

const stemBy =
  (steps: readonly Step[]) =>
  (word: string): string => {
    if (!/^[a-z]+$/.test(word)) return word;
    return steps.reduce((rest, step) => {
      const fitting = step.find(([ending]) => ending.test(rest));
      return fitting ? rest.replace(...fitting) : rest;
    }, word);
  };

export const [stemGerman, stemFrench, stemSpanish] = [german, french, spanish].map(stemBy);
