/** What phrases cannot tell: compounds, numbers and idioms. */
export type Rewrite = readonly [from: RegExp, to: string];

export type Code = 'de' | 'fr' | 'es';

/** By language, in the order in which they are made, before words are said in English. */
export const rewrites: Readonly<Record<Code, readonly Rewrite[]>> = {
  de: [
    // Without its dots it is a passive.
    [/(?<!\p{L})w(?:ü|ue)rden?(?!\p{L})/giu, 'voraussichtlich'],
    [/(?<!\p{L})was (?:wäre|waere|ist|passiert),? wenn(?!\p{L})/giu, 'wenn'],
    // "Kundinnen und Kunden", "Kunden und Kundinnen", "Kund*innen" are all of them
    [/(?<!\p{L})(\p{L}{3,})innen (?:und|oder|bzw\.?|&) (?=\1)/giu, ''],
    [/(?<!\p{L})((\p{L}{3,})\p{L}{0,3}) (?:und|oder|bzw\.?|&) \2innen(?!\p{L})/giu, '$1'],
    [/(?<=\p{L})(?:[*:_/]-?innen|Innen)(?!\p{L})/gu, 'en'],
    // "100 Euro im Monat"
    [/(\d\s*(?:€|euro)?) (?:im|pro|je) (?:monat|jahr|tag|woche)\b/giu, '$1'],
    // "Welche bieten wir an?"
    [/\s(?:an|auf|ab|aus|vor|mit|zu)\s*(?=[?.!]*$)/giu, ' '],
    [/\b(?:durchschnitts|mittlere[rsn]?)(?=\p{L}{3})/giu, 'durchschnittlich '],
    [/\bgesamt(?=\p{L}{4})(?!e[rns]?\b)/giu, 'gesamt '],
    [/\b(?:höchst|maximal)(?=(?!en?s?\b|er\b|es\b|em\b)\p{L}{4})/giu, 'höchste '],
    [/\b(?:mindest|minimal|tiefst)(?=(?!en?s?\b|er\b|es\b|em\b)\p{L}{4})/giu, 'niedrigste '],
    [
      /\bnach (?=\d|(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b)/giu,
      'nach dem ',
    ],
    [/\bder ([\p{L}-]+) mit (?:dem|der) /giu, '$1 mit dem '],
    [/(?<=\d)\.(?=\s*(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b)/giu, ''],
    [/(?<=\d)\.(?=\d{3}(?!\d))/g, ''],
    [/(?<=\d),(?=\d{1,2}(?!\d))/g, '.'],
  ],
  fr: [
    [/(?<=\p{L})['’-](?=\p{L})/gu, ' '],
    [/(?<=\d)[\s\u00a0\u202f](?=\d{3}(?!\d))/g, ''],
    [/(?<=\d),(?=\d{1,2}(?!\d))/g, '.'],
  ],
  es: [
    [/[¿¡]/g, ''],
    // "Qué" asks, "que" compares
    [/(?<!\bpor )(?:\bqué|^que) (?!porcentaje|proporción|parte|tal|hay|puedes|sabes)/giu, 'cuál '],
    [/(?<=\d)\.(?=\d{3}(?!\d))/g, ''],
    [/(?<=\d),(?=\d{1,2}(?!\d))/g, '.'],
  ],
};
