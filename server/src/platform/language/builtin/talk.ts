import type { Alternative } from './asides.ts';
import { plural } from './format.ts';
import { planByRules, type Refused } from './plan.ts';
import { ofKind, type Surroundings } from './surroundings.ts';
import type { TableQuery } from './tables/logical-form.ts';
import { isNumeric } from './tables/traits.ts';
import { describeQuery } from './tables/wording.ts';
import { longestText, wordsOfName } from './words/tokens.ts';

const mostExamples = 3;
const mostUnread = 5;
const mostNear = 3;
/** Maximum example questions that are tried: each is interpreted like a real one. */
const mostTried = 6;

/** Names everything that questions can be about; undefined for nothing. */
export function describeSources(surroundings: Surroundings): string | undefined {
  const all = surroundings.isPublic ? publicSources(surroundings) : namedSources(surroundings);
  return all.length > 1 ? `${all.slice(0, -1).join('; ')} and ${all.at(-1)}` : all[0];
}

/** Names only what strangers may know. */
function publicSources(surroundings: Surroundings): string[] {
  const tables = ofKind(surroundings, 'sql').flatMap((one) => one.tables.map(({ name }) => spoken(name)));
  const models = ofKind(surroundings, 'predict').flatMap((one) =>
    one.models.map(({ target }) => `estimates of the ${spoken(target)}`),
  );
  const bases = ofKind(surroundings, 'knowledge').flatMap((one) => one.bases.map((name) => `the ${spoken(name)}`));
  return [...tables, ...models, ...bases];
}

function namedSources(surroundings: Surroundings): string[] {
  const tables = ofKind(surroundings, 'sql').flatMap((one) =>
    one.tables.map(({ name, columns, row_count }) => {
      const names = columns.slice(0, 12).map((column) => column.name);
      return `table ${name} (${plural(row_count, 'row')}: ${names.join(', ')}${columns.length > names.length ? ', …' : ''})`;
    }),
  );
  const models = ofKind(surroundings, 'predict').flatMap((one) =>
    one.models.map(({ name, target }) => `model ${name} (predicts ${target})`),
  );
  const bases = ofKind(surroundings, 'knowledge').map((one) => `the documents of ${one.bases.join(', ')}`);
  return [...tables, ...models, ...bases];
}

/** Makes example questions from real columns, each checked by the rules. */
function exampleQuestions(surroundings: Surroundings, most = mostExamples): string[] {
  const questions = [...predictionExamples(surroundings).slice(0, 1), ...tableExamples(surroundings)];
  const understood: string[] = [];
  for (const question of questions.slice(0, mostTried)) {
    if (understood.length === most) break;
    if (['query', 'predict'].includes(planByRules([question], surroundings).kind)) understood.push(question);
  }
  return understood;
}

function spoken(name: string): string {
  return wordsOfName(name).join(' ');
}

function tableExamples(surroundings: Surroundings): string[] {
  return ofKind(surroundings, 'sql')
    .flatMap(({ tables }) => tables)
    .flatMap(({ name, columns }) => {
      const labels = columns.filter(({ type, values }) => type === 'text' && values && values.length > 1);
      const numbers = columns.filter((column) => isNumeric(column) && !/(^|_)id$/i.test(column.name)).reverse();
      const averages = numbers
        .slice(0, 2)
        .flatMap((number) =>
          labels.slice(0, 2).map((label) => `What is the average ${spoken(number.name)} by ${spoken(label.name)}?`),
        );
      const counts = labels.map((label) => `How many ${spoken(name)} have ${spoken(label.name)} ${label.values?.[0]}?`);
      return [
        ...averages.slice(0, 1),
        ...counts.slice(0, 1),
        ...averages.slice(1, 2),
        `How many ${spoken(name)} are there?`,
      ];
    });
}

function predictionExamples(surroundings: Surroundings): string[] {
  return ofKind(surroundings, 'predict')
    .flatMap(({ models }) => models)
    .map(({ target, inputs }) => {
      const given = inputs.flatMap(({ name, values, max }) => {
        const value = values?.[0] ?? max;
        return value === null || value === undefined ? [] : [`${spoken(name)} ${value}`];
      });
      return `Predict the ${spoken(target)} for ${given.slice(0, 2).join(' and ')}`;
    });
}

function sayExamples(surroundings: Surroundings): string {
  const examples = exampleQuestions(surroundings);
  return examples.length > 0 ? ` Ask me for example:\n${examples.map((one) => `- ${one}`).join('\n')}` : '';
}

const nothingThere = 'This agent has no skill that I could answer from. Give it one: a table, a model or documents.';

function sayNothingThere(surroundings: Surroundings): string {
  if (surroundings.isPublic) return 'There is nothing yet that I could answer from.';
  const unusable = sayUnusable(surroundings);
  return unusable ? `I answer by rules.${unusable} Or give it a table, a model or documents.` : nothingThere;
}

/** Names the skills that rules cannot use; empty where there is none, and for strangers. */
function sayUnusable(surroundings: Surroundings): string {
  const names = ofKind(surroundings, 'other').map(({ skill }) => skill);
  if (names.length === 0 || surroundings.isPublic) return '';
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  const [skills, need] = names.length > 1 ? ['skills', 'need'] : ['skill', 'needs'];
  return ` The ${skills} ${all} ${need} a language model: set one in the settings of the agent.`;
}

export function sayHelp(surroundings: Surroundings): string {
  const sources = describeSources(surroundings);
  return sources
    ? `I answer questions from ${sources}.${sayUnusable(surroundings)}${sayExamples(surroundings)}`
    : sayNothingThere(surroundings);
}

export function sayGreeting(surroundings: Surroundings): string {
  return `Hello! ${sayHelp(surroundings)}`;
}

/**
 * Phrases a refusal. All start with the same words, then say what was not understood, what is similar, and what would
 * work.
 */
export function sayRefusal(surroundings: Surroundings, refused: Refused = { unread: [] }, leans = false): string {
  const sources = describeSources(surroundings);
  if (!sources) return `I cannot answer that. ${sayNothingThere(surroundings)}`;
  const why = leans
    ? ' It goes on from a question before it that I could not answer.'
    : `${sayUnread(surroundings, refused)}${sayHelpful(surroundings, refused)}`;
  const near = refused.alternatives ?? [];
  const further = near.length > 0 ? sayNear(near) : sayExamples(surroundings);
  return `I cannot answer that from ${sources}.${why}${sayUnusable(surroundings)}${further}`;
}

function sayNear(alternatives: readonly Alternative[]): string {
  return ` Near to it I can answer:\n${alternatives.map(({ question }) => `- ${question}`).join('\n')}`;
}

/** Names the word that a glossary could give a meaning. */
function sayHelpful({ isPublic }: Surroundings, { wouldHelp }: Refused): string {
  if (isPublic || !wouldHelp) return '';
  const [first] = wouldHelp.suggestions;
  const example = first ? `, perhaps as ${first.sql ?? first.means}` : '';
  return ` The glossary of the skill can say what “${wouldHelp.term}” means${example}.`;
}

export function sayTooLong(): string {
  return `I cannot answer that: it has more than ${longestText} characters. Ask it in a sentence or two.`;
}

function sayUnread(surroundings: Surroundings, { unread, unplaced = [] }: Refused): string {
  const words = unread.slice(0, mostUnread);
  if (words.length === 0 && ofKind(surroundings, 'sql').length === 0) return ' No passage says enough of it.';
  if (words.length === 0 && unplaced.length === 0) return ' I know the words, but not what the question asks of them.';
  if (words.length === 0) return ` I know the words, but not what the question asks of ${quoteAll(unplaced)}.`;
  const near = (surroundings.isPublic ? [] : words).flatMap((word) => {
    const names = nearNames(word, surroundings);
    return names.length > 0 ? [`Near “${word}” there is ${names.join(', ')}.`] : [];
  });
  const quoted = quoteAll(words);
  return [` I do not know what ${quoted} would be there.`, ...near].join(' ');
}

function quoteAll(words: readonly string[]): string {
  return words
    .slice(0, mostUnread)
    .map((word) => `“${word}”`)
    .join(', ');
}

/** Returns columns and values that share most of their letters with a word. */
function nearNames(word: string, surroundings: Surroundings): string[] {
  const tables = ofKind(surroundings, 'sql').flatMap((one) => one.tables);
  const named = tables.flatMap(({ columns }) =>
    columns.flatMap(({ name, values }) => [
      { label: `column ${name}`, likeness: likeness(word, name) },
      ...(values ?? []).map((value) => ({
        label: `${name} ${String(value)}`,
        likeness: likeness(word, String(value)),
      })),
    ]),
  );
  const near = named.filter((one) => one.likeness >= leastLikeness);
  return near
    .sort((left, right) => right.likeness - left.likeness)
    .slice(0, mostNear)
    .map(({ label }) => label);
}

const leastLikeness = 0.45;

/** Dice's coefficient of letter pairs. */
function likeness(left: string, right: string): number {
  const [first, second] = [pairsOf(left), pairsOf(right)];
  const shared = first.intersection(second).size;
  return (2 * shared) / Math.max(1, first.size + second.size);
}

function pairsOf(text: string): Set<string> {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}

/** Ends with a question, so that chat platforms offer what it lists. */
export function sayAlternatives(alternatives: readonly Alternative[]): string {
  const lines = alternatives.map(({ question }) => `- ${question}`);
  return `I cannot answer that without knowing what you mean. Which of these do you mean?\n\n${lines.join('\n')}`;
}

export function sayChoice(candidates: readonly TableQuery[]): string {
  const readings = candidates.slice(0, 4).map((query) => `- ${describeQuery(query)} (table ${query.table.name})`);
  return `I cannot answer that without knowing which of these you mean:\n${readings.join('\n')}`;
}

export function sayDoubt(query: TableQuery, words: readonly string[]): string {
  return `I cannot answer that for sure: I am not certain of ${quoteAll(words)}. I would read it as: ${describeQuery(query)} (table ${query.table.name}). Say it with the name of a column if you mean that.`;
}

export function sayEmptyGuess(query: TableQuery, words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`).join(', ');
  return `I cannot answer that for sure: no row matches as I understood ${quoted}: ${describeQuery(query)} (table ${query.table.name}).`;
}

export function sayUnrecorded(query: TableQuery): string {
  return `I cannot answer that: ${describeQuery(query)} has no value (table ${query.table.name}).`;
}

export function sayFailure(content: unknown): string {
  const reason = typeof content === 'string' && content ? ` ${content}` : '';
  return `I cannot answer that now, because what I asked for it failed.${reason}`;
}
