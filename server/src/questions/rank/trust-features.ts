import type { Answer, Condition, Field } from '../algebra.ts';
import { hasWord } from '../link/links.ts';
import { isSmall } from '../link/small-words.ts';
import type { Candidate } from '../propose/candidate.ts';
import { months } from '../words/number-words.ts';
import { stemOf, stemsOfName } from '../words/tokens.ts';
import { endOfAny, isComparative, isSuperlative } from '../words/which-end.ts';
import { isDenied } from './denied.ts';
import { type Asked, featureNames } from './features.ts';
import { unreadPlaces } from './unread-words.ts';

/** What a sample gives says nothing of all rows, so trust looks at no outcomes. */
const ofOutcomes = /^(outcome|rows$|share of rows)/;
const placesKept = featureNames.flatMap((name, at) => (ofOutcomes.test(name) ? [] : [at]));

const asksOf = {
  denies:
    /^(not|no|never|without|besides|except|excluding|outside|nobody|none|(is|are|was|were|do|does|did|has|have|had|would|could)n)$/,
  share: /^(percent|percentage|share|proportion|fraction|rate|portion|ratio)$/,
  each: /^(each|every|per|by|breakdown|split|grouped|respective)$/,
  different: /^(different|distinct|unique|various|separate)$/,
  average: /^(average|avg|mean|typical|typically)$/,
  median: /^medians?$/,
  total: /^(total|sum|altogether|combined|overall|entire)$/,
  spread: /^(deviation|variance|stdev|stddev|correlation|percentile|quartile|range|spread)s?$/,
  difference: /^(differences?|gap|compare|compared|comparison|versus|vs)$/,
  reason: /^(why|explain|reason|reasons|because|mean|means)$/,
  now: /^(today|yesterday|tomorrow|ago|now|currently|this|last|past|next|current|previous|upcoming)$/,
  or: /^or$/,
  than: /^than$/,
  who: /^(who|whom|whose)$/,
  where: /^where$/,
  when: /^when$/,
  which: /^(which|what)$/,
  many: /^many$/,
  much: /^much$/,
  list: /^(list|show|give|display|tell|name|find)$/,
  predicts: /^(will|would|should|could|predict|forecast|if|expect|expected|likely)$/,
} as const;

const asksOfNames = Object.keys(asksOf) as (keyof typeof asksOf)[];

/** What decides whether the likeliest reading is told, beside its scores: of the question, and of what it leaves unread. */
const ownNames = [
  ...asksOfNames.map((name) => `asks ${name}`),
  ...asksOfNames.map((name) => `leaves ${name}`),
  'ends',
  'left words',
  'left behind in',
  'left behind the',
  'left behind many',
  'left first',
  'left first is small',
  'left last',
  'left numbers',
  'left times',
  'left compared',
  'left plurals',
  'left of values',
  'left opposites',
  'left behind rows',
  'left before rows',
  'left in ed',
  'left in ing',
  'left before an end',
  'left before what is read',
  'left behind what is read',
  'denied',
  'share answered',
  'groups answered',
  'either answered',
  'time not named',
  'rows named',
  'columns',
  'taught',
] as const;

export const trustNames: readonly string[] = [...placesKept.map((at) => featureNames[at]), ...ownNames];

/** What the ranking says of the best reading and of its rivals, before `trustNames`. */
export const scoredNames = ['score', 'lead', 'votes', 'votes of the second', 'near ones'] as const;

export const namesOfTrust: readonly string[] = [...scoredNames, ...trustNames];

/** Of candidates apart by their outcomes, the best first: their scores, and their shares of all likelihood. */
export function scoredOf(scores: readonly number[], votes: readonly number[]): number[] {
  const [best, second = best - 6] = scores;
  const near = scores.filter((score) => score > best - nearlyAsGood).length;
  return [best, Math.max(-4, Math.min(6, best - second)), votes[0], votes[1] ?? 0, near];
}

/** Scores that are nearer than this tell little apart. */
export const nearlyAsGood = 1;

/** Writes what trust knows of a candidate to `out`, from `start` on; `features` are those of the ranking, from `from` on. */
export function writeTrustFeatures(
  asked: Asked,
  candidate: Candidate,
  { features, from }: { features: ArrayLike<number>; from: number },
  out: Float64Array | Float32Array,
  start: number,
): void {
  const own = [...asksIn(asked), ...leftBy(asked, candidate), ...answeredBy(asked, candidate)];
  out.set([...placesKept.map((at) => features[from + at]), ...orderedAs(own)], start);
}

/** Features come in three groups; their order is that of the names. */
function orderedAs(own: readonly number[]): readonly number[] {
  if (own.length !== ownNames.length) throw new Error(`${own.length} features of trust for ${ownNames.length} names`);
  return own;
}

function asksIn({ question: { tokens } }: Asked): number[] {
  return asksOfNames.map((name) => tokens.filter(({ text }) => asksOf[name].test(text)).length);
}

const choosing = /^(in|from|at|near|by|per|during|without|except|excluding|for|with|on|of)$/;
const article = /^(the|a|an|each|every|all|any)$/;

function leftBy(asked: Asked, candidate: Candidate): number[] {
  const { question } = asked;
  const { tokens, table, rowWords } = question;
  const left = unreadPlaces(asked, candidate);
  const text = (at: number) => tokens[at]?.text ?? '';
  const count = (test: (at: number) => boolean) => left.filter(test).length;
  const names = new Set([...table.columns.flatMap(({ name }) => stemsOfName(name)), ...tokens.map(({ stem }) => stem)]);
  const isRead = (at: number) => asked.content[at] === true && !left.includes(at);
  const isEnd = ({ text: word }: { text: string }) => endOfAny(word) !== undefined || isSuperlative(word);
  return [
    ...asksOfNames.map((name) => count((at) => asksOf[name].test(text(at)))),
    tokens.filter(isEnd).length,
    left.length,
    count((at) => choosing.test(text(at - 1)) || (article.test(text(at - 1)) && choosing.test(text(at - 2)))),
    count((at) => article.test(text(at - 1))),
    count((at) => text(at - 1) === 'many'),
    Number(left[0] === 0),
    Number(left.length > 0 && tokens.slice(0, left[0]).every(({ text: word }) => isSmall(word))),
    Number(left.at(-1) === tokens.length - 1),
    count((at) => tokens[at].number !== undefined),
    count((at) => months.has(text(at)) || isPartOfTime.test(text(at))),
    count((at) => isComparative(text(at)) || /^(than|least|over|under|above|below)$/.test(text(at - 1))),
    count((at) => /[^s]s$/.test(text(at))),
    count((at) => beginsValue(text(at), asked)),
    count((at) => isOpposite(text(at), names)),
    count((at) => hasWord(rowWords, at - 1)),
    count((at) => hasWord(rowWords, at + 1)),
    count((at) => /(ed|en|t)$/.test(text(at))),
    count((at) => text(at).endsWith('ing')),
    count((at) => [at + 1, at + 2].some((place) => tokens[place] !== undefined && isEnd(tokens[place]))),
    count((at) => isRead(at + 1)),
    count((at) => isRead(at - 1)),
  ];
}

const isPartOfTime = /^(mon|tues|wednes|thurs|fri|satur|sun)days?$|^weekends?$|^q[1-4]$/;
const beginning = 5;
const mostListed = 60;

/** "Managers" may be those whose job is management. */
function beginsValue(word: string, { question: { table } }: Asked): boolean {
  if (word.length < beginning) return false;
  const start = word.slice(0, beginning);
  const listed = table.columns.flatMap(({ values = [] }) => (values.length <= mostListed ? values : []));
  return listed.some((value) => String(value).toLowerCase().includes(start));
}

/** "Unmarried", where a column is called married. */
function isOpposite(word: string, names: ReadonlySet<string>): boolean {
  const [, rest] = /^(?:un|non|in|dis)(\p{L}{4,})$/u.exec(word) ?? [];
  return rest !== undefined && names.has(stemOf(rest));
}

function answeredBy(asked: Asked, candidate: Candidate): number[] {
  const { question } = asked;
  const { rows, answer } = candidate;
  const conditions = [
    ...rows.choices.flatMap(({ links }) => links.map(({ condition }) => condition)),
    ...othersOf(answer),
  ];
  const stems = new Set(question.tokens.map(({ stem }) => stem));
  return [
    Number(rows.choices.some(({ negated }) => negated) || conditions.some(isDenied)),
    Number(answer.kind === 'share' || ('measure' in answer && answer.measure.of === 'share')),
    Number(['groups', 'top', 'having', 'difference'].includes(answer.kind)),
    Number(rows.choices.some(({ links }) => links.length > 1)),
    conditions.filter((one) => isTime(one) && !isNamed(one.field, stems)).length,
    Number(question.rowWords.low !== 0 || question.rowWords.high !== 0),
    question.table.columns.length,
    Number(question.columns.some(({ isTaught }) => isTaught)),
  ];
}

function othersOf(answer: Answer): Condition[] {
  if (answer.kind === 'share') return [answer.of];
  return answer.kind === 'difference' ? [answer.first, answer.second] : [];
}

function isTime({ test, field }: Condition): boolean {
  return test === 'during' || (field.part === 'year' && field.kind === 'number');
}

function isNamed({ column }: Field, stems: ReadonlySet<string>): boolean {
  return stemsOfName(column.name).some((stem) => stems.has(stem));
}
