import type { Rewrite } from './tokens.ts';

const having =
  'have|own|keep|cover|support|serve|carry|stock|offer|list|manage|run|employ|operate|track|deal with|work with|do business with|look after|deliver to|ship to|sell to';
const ends = '(?=\\s*(?:[?.,!]|$))';
const ofAnything = '(?: (?:that |when |on which )?(?:we|they|anybody|somebody) \\p{L}+ (?:something|anything))?';
const grouped = '(\\b(?:by|per|for each|for every)\\b.{1,60}?)[,;]? (?:the )?';

/** Ways to say what a shorter question says: none of them names a column, a value or a thing. */
export const shapeRewrites: readonly Rewrite[] = [
  // "How many clients do we support?" are those that there are
  [new RegExp(`^((?:and )?how many (?:different )?[\\p{L} ]+?) do (?:we|you|they) (?:${having})${ends}`, 'giu'), '$1'],
  // "What was the first day we sold something?"
  [
    new RegExp(`^(?:what|which) (?:is|was) the (?:first|earliest) (?:day|date)${ofAnything}${ends}`, 'giu'),
    'what is the earliest date',
  ],
  [
    new RegExp(`^(?:what|which) (?:is|was) the (?:last|latest) (?:day|date)${ofAnything}${ends}`, 'giu'),
    'what is the latest date',
  ],
  // "Average price per maker, most expensive first"
  [
    new RegExp(
      `${grouped}(?:least \\p{L}+|worst|(?:cheap|small|short|young|light|slow|poor|earli|low)est) first${ends}`,
      'giu',
    ),
    '$1 ascending',
  ],
  [
    new RegExp(
      `${grouped}(?:most \\p{L}+|best|(?:dear|larg|bigg|long|old|heavi|fast|rich|tall|high|great|strong|prici)est) first${ends}`,
      'giu',
    ),
    '$1 descending',
  ],
  // "Is there one for under 1000?" is of what it costs
  [
    /\bfor (under|over|below|above|less than|more than|up to|at most|at least) (\d[\d.,]*k?)(?!\s*[\p{L}\d%])/giu,
    '$1 $$$2',
  ],
  // "With a known age"
  [/\b(?:have|has|had|with|having) (?:a |an |the )?(?:known|recorded) (?=\p{L})/giu, 'with not missing '],
  // "Bought something from us"
  [/\b(?:something |anything )?(?:from|with|to|at) us(?=\s*(?:[?.,!]|$| (?:in|on|during|since|by|per)\b))/gi, ''],
  [/^anything\b/gi, 'are there any'],
  // "Just the number." tells how to answer
  [/[.,;?]\s*(?:just|only) (?:the|a) (?:number|count|figure|total)s?(?: please)?\s*[.!]?\s*$/gi, ''],
];
