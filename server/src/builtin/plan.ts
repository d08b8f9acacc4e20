import { withoutChart } from './chart-requests.ts';
import type { TableSummary } from './grounding.ts';
import { planHealth } from './health.ts';
import { knownToRules } from './known-to-rules.ts';
import type { Plan, Refused } from './plan-kinds.ts';
import { type Draft, planReading } from './plan-reading.ts';
import { planVerified } from './plan-verified.ts';
import { understandPrediction } from './predictions/understand.ts';
import { readTalk } from './read-talk.ts';
import { type Asked, readTurns, type Turn } from './read-turns.ts';
import { ofKind, type Surroundings } from './surroundings.ts';
import { hasOnlyNames, isAboutRows } from './tables/about-rows.ts';
import { foundInJoined, isJoined, joinTables, keysOf, namesByKey, ranksNames } from './tables/joined-tables.ts';
import type { TableQuery } from './tables/logical-form.ts';
import { synonymsOf } from './tables/synonyms.ts';
import { equallyGood, longestQuestion, type Understanding, understandQuestion } from './tables/understand.ts';
import { wordsInEnglish } from './words/abroad.ts';
import { ownWordsOf } from './words/languages/own-words.ts';
import { sayInEnglish } from './words/languages/say-in-english.ts';
import { longestText, tokenize } from './words/tokens.ts';
import type { Vocabulary } from './words/vocabulary.ts';

/** Plans the last question, considering those before it, with what may be told beside it. */
export function draftPlan(questions: readonly string[], surroundings: Surroundings): Draft {
  const verified = planVerified(questions, surroundings);
  if (verified) return { plan: verified };
  const said = sayInEnglish(questions, ownWordsOf(knownTo(surroundings)));
  const all = questions.map((question, at) => ({ question, said: said[at] }));
  return readTurns(all, surroundings, (asked, before, isPart) => {
    const plan = planByRules(asked, surroundings, before);
    return isPart ? { plan } : planReading(asked.said, plan, surroundings);
  });
}

export function planLastQuestion(questions: readonly string[], surroundings: Surroundings): Plan {
  return draftPlan(questions, surroundings).plan;
}

/** How the question before was read, worked out where it is needed. */
type Before = () => Turn | undefined;

/** Plans without the reader that learned, which tries hundreds of readings on the rows. */
export function planByRules(asked: Asked, told: Surroundings, before: Before = () => undefined): Plan {
  return planQuestion(asked, knownToRules(told), before);
}

/** Everything whose names and values a question may use. */
function knownTo(surroundings: Surroundings): Pick<TableSummary, 'name' | 'columns'>[] {
  const tables = ofKind(surroundings, 'sql').flatMap((one) => one.tables);
  const models = ofKind(surroundings, 'predict').flatMap((one) => one.models);
  return [...tables, ...models.map(({ name, inputs }) => ({ name, columns: inputs }))];
}

/** Tables and models read the question as it is `said` in English, documents as it was asked. */
function planQuestion({ question, said }: Asked, surroundings: Surroundings, before: Before): Plan {
  if (question.length > longestText) return planLong(question, surroundings);
  const talk = readTalk(said, surroundings.vocabulary);
  if (talk) return { kind: talk };
  const health = planHealth(question, surroundings);
  if (health) return health;
  const figures = withoutChart(said);
  const plan = planPrediction(said, surroundings, before) ?? planQuery(figures, surroundings);
  return plan.kind === 'search' ? { ...plan, question } : plan;
}

/** Documents are searched for its beginning; tables and models could only misunderstand a part of a question. */
function planLong(question: string, surroundings: Surroundings): Plan {
  const tools = ofKind(surroundings, 'knowledge').map(({ tool }) => tool);
  if (tools.length === 0) return { kind: 'refuse', unread: [], isLong: true };
  return { kind: 'search', tools, question: question.slice(0, longestText), unread: [], isLong: true };
}

function planPrediction(question: string, surroundings: Surroundings, before: Before): Plan | undefined {
  const found = ofKind(surroundings, 'predict')
    .flatMap(({ models }) => models)
    .flatMap((model) => {
      const plan = before()?.plan;
      const earlier = plan?.kind === 'predict' && plan.model.name === model.name ? plan.request : undefined;
      const request = understandPrediction(question, model, surroundings, earlier);
      return request ? [{ kind: 'predict', tool: model.tool, model, request } as const] : [];
    })
    .sort((left, right) => left.request.cost - right.request.cost);
  return found[0];
}

interface Candidate extends Understanding {
  tool: string;
}

/** Chooses the table that explains the question best; the user chooses between equally good ones. */
function planQuery(question: string, surroundings: Surroundings): Plan {
  const candidates: Candidate[] = [];
  let unread: string[] | undefined;
  let unplaced: string[] | undefined;
  let leans = false;
  const all = ofKind(surroundings, 'sql');
  for (const { tool, tables } of all) {
    const joined = joinTables(tables);
    const keys = keysOf(joined);
    const elsewhere = new Set(
      joined.length === 0 ? [] : tables.flatMap(({ columns }) => columns.map(({ name }) => name.toLowerCase())),
    );
    for (const table of [...tables, ...joined]) {
      const found = isJoined(table) ? foundInJoined(table, surroundings.found) : surroundings.found?.get(table);
      const reading = understandQuestion(question, table, { ...surroundings, elsewhere }, found);
      const costOfTable = (query: TableQuery) =>
        isJoined(table) ? costOfJoins : namesByKey(query, keys) || ranksNames(query, joined) ? costOfKeys : 0;
      const add = (one: Understanding) => candidates.push({ ...one, tool, cost: one.cost + costOfTable(one.query) });
      if (reading.outcome === 'understood') add(reading.best);
      if (reading.outcome === 'ambiguous') reading.candidates.forEach(add);
      if (reading.outcome === 'unknown') leans ||= reading.leans ?? false;
      if (reading.outcome === 'unknown') unplaced ??= reading.unplaced;
      if (reading.outcome === 'unknown' && (!unread || reading.unread.length < unread.length)) unread = reading.unread;
    }
  }
  const lowered = question.toLowerCase();
  const words = (unread ?? []).filter((word) => lowered.includes(word) && /[\p{L}\p{N}]/u.test(word));
  const chosen = chooseCandidate(candidates, nounsIn(question, surroundings.vocabulary));
  if (chosen) return chosen;
  const refused = { unread: words, unplaced: words.length === 0 ? unplaced : undefined };
  if (!leans) return planSearch(question, surroundings, refused);
  return { kind: 'refuse', unread: words, leans };
}

/** Tables are joined where one alone does not answer, or tells only the number of what is asked for. */
const costOfJoins = 0.3;
const costOfKeys = 0.7;

/** The words of a question and what they may be called otherwise. */
function nounsIn(question: string, vocabulary: Vocabulary): ReadonlySet<string> {
  const words = tokenize(question, vocabulary.rewrites).map(({ text }) => vocabulary.singular(text.toLowerCase()));
  return new Set(words.flatMap((word) => [word, ...synonymsOf(word, vocabulary).map((phrase) => phrase.join(' '))]));
}

function isNamedAfter({ query: { table } }: Candidate, nouns: ReadonlySet<string>): boolean {
  return wordsInEnglish(table.name).some((word) => nouns.has(word) || nouns.has(word.replace(/s$/, '')));
}

function chooseCandidate(candidates: readonly Candidate[], nouns: ReadonlySet<string>): Plan | undefined {
  const sorted = candidates.toSorted((left, right) => left.cost - right.cost);
  const [best] = sorted;
  if (!best) return undefined;
  const near = sorted.filter(({ cost }) => cost <= best.cost + equallyGood);
  // Of several tables the one that the question names
  const named = near.filter((one) => isNamedAfter(one, nouns));
  const isOneTable = new Set(named.map(({ query }) => query.table.name)).size === 1;
  if (isOneTable && named.length < near.length) return chooseCandidate(named, new Set());
  const equal = near.filter(({ sql }) => sql !== best.sql);
  if (equal.length > 0) return { kind: 'choose', candidates: [best, ...equal].map(({ query }) => query) };
  if (best.doubted.length > 0) return { kind: 'doubt', query: best.query, words: best.doubted };
  return { kind: 'query', ...best };
}

function planSearch(question: string, surroundings: Surroundings, { unread, unplaced }: Refused): Plan {
  const tools = ofKind(surroundings, 'knowledge').map(({ tool }) => tool);
  if (tools.length === 0 || isForTables(question, surroundings)) return { kind: 'refuse', unread, unplaced };
  return { kind: 'search', tools, question, unread, unplaced };
}

/** A question for rows of a table, or of nothing but its names, is answered by a table or not at all. */
function isForTables(question: string, surroundings: Surroundings): boolean {
  const tables = ofKind(surroundings, 'sql').flatMap((grounding) => grounding.tables);
  const tokens = tokenize(question, surroundings.vocabulary.rewrites).slice(0, longestQuestion);
  return (
    hasOnlyNames(tokens, tables, surroundings.vocabulary) ||
    tables.some((table) => isAboutRows(tokens, table, surroundings.vocabulary))
  );
}
