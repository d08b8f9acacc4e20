import { askReading } from '../questions/realise/ask-reading.ts';
import type { Alternative } from './asides.ts';
import { asWritten, plural } from './format.ts';
import type { TableSummary } from './grounding.ts';
import { type Hints, spoken } from './hints.ts';
import type { Refused } from './plan-kinds.ts';
import { ofKind, type Surroundings, tablesOf } from './surroundings.ts';
import { longestText } from './words/tokens.ts';

/** Words whose near names are told. */
export const mostHinted = 5;

/** Names everything that questions can be about; undefined for nothing. */
export function describeSources(surroundings: Surroundings): string | undefined {
  const all = surroundings.isPublic ? publicSources(surroundings) : namedSources(surroundings);
  return all.length === 0
    ? undefined
    : asWritten(all.length > 1 ? `${all.slice(0, -1).join('; ')} and ${all.at(-1)}` : all[0]);
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

function sayExamples({ examples }: Hints): string {
  return examples.length > 0
    ? ` You can ask, for example:\n${examples.map((one) => `- ${asWritten(one)}`).join('\n')}`
    : '';
}

const nothingThere = 'This agent has no skill to answer from. Give it one: a table, a model or documents.';

function sayNothingThere(surroundings: Surroundings): string {
  if (surroundings.isPublic) return 'I have nothing to answer from yet.';
  const gone = sayGone(surroundings);
  if (gone) return gone.trim();
  const unusable = sayUnusable(surroundings);
  return unusable
    ? `I answer without a language model.${unusable} Or give it a table, a model or documents.`
    : nothingThere;
}

/** Names the skills that only a language model can use; empty where there is none, and for strangers. */
function sayUnusable(surroundings: Surroundings): string {
  const names = ofKind(surroundings, 'other').map(({ skill }) => skill);
  if (names.length === 0 || surroundings.isPublic) return '';
  const all = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  const [skills, need] = names.length > 1 ? ['skills', 'need'] : ['skill', 'needs'];
  return ` The ${skills} ${all} ${need} a language model: set one in the settings of the agent.`;
}

/** Says which tables and models the skills name in vain; nothing to strangers. */
function sayGone(surroundings: Surroundings): string {
  return surroundings.isPublic ? '' : `${sayGoneTables(surroundings)}${sayGoneModels(surroundings)}`;
}

function sayGoneTables(surroundings: Surroundings): string {
  const names = [...new Set(ofKind(surroundings, 'sql').flatMap(({ gone = [] }) => gone))].map(asWritten);
  if (names.length === 0) return '';
  const said = names.length > 1 ? 'tables that are not there' : 'a table that is not there';
  return ` A skill of mine names ${said}: ${names.join(', ')}.`;
}

/** With why, where it is one. */
function sayGoneModels(surroundings: Surroundings): string {
  const gone = ofKind(surroundings, 'predict').flatMap((one) => one.gone ?? []);
  if (gone.length === 0) return '';
  const names = [...new Set(gone.map(({ name }) => name))];
  const said =
    names.length > 1
      ? `models that cannot be asked: ${names.join(', ')}.`
      : `a model that cannot be asked: ${gone[0].reason}`;
  return ` A skill of mine names ${said}`;
}

export function sayHelp(surroundings: Surroundings, hints: Hints): string {
  const sources = describeSources(surroundings);
  return sources
    ? `I answer questions from ${sources}.${sayUnusable(surroundings)}${sayExamples(hints)}`
    : sayNothingThere(surroundings);
}

export function sayGreeting(surroundings: Surroundings, hints: Hints): string {
  return `Hello! ${sayHelp(surroundings, hints)}`;
}

/**
 * Phrases a refusal. All start with the same words, then say what was not understood, what is similar, and what would
 * work.
 */
export function sayRefusal(
  surroundings: Surroundings,
  hints: Hints,
  refused: Refused = { unread: [] },
  leans = false,
): string {
  const sources = describeSources(surroundings);
  if (!sources) return `I cannot answer that. ${sayNothingThere(surroundings)}`;
  const why = leans
    ? ' It follows on from an earlier question that I could not answer.'
    : `${sayUnread(surroundings, hints, refused)}${sayHelpful(surroundings, refused)}`;
  const near = refused.alternatives ?? [];
  const further = near.length > 0 ? sayNear(near) : ` I answer questions from ${sources}.${sayExamples(hints)}`;
  return `I cannot answer that.${why}${sayUnusable(surroundings)}${sayGone(surroundings)}${further}`;
}

/** What may be meant comes first, then why it is doubted, and what else may be meant. */
export function sayDoubted(text: string, surroundings: Surroundings, refused: Refused): string {
  const own = refused.doubted && askReading(refused.doubted.reading);
  const others = (refused.alternatives ?? []).filter(({ question }) => question !== own);
  const help = sayHelpful(surroundings, refused).trim();
  const further = others.length > 0 ? sayOthers(others) : '';
  return ['I am not sure that this is what you mean:', text, help, further].filter((part) => part !== '').join('\n\n');
}

function sayOthers(alternatives: readonly Alternative[]): string {
  return `Or do you mean one of these?\n${listQuestions(alternatives)}`;
}

function listQuestions(alternatives: readonly Alternative[]): string {
  return alternatives.map(({ question }) => `- ${asWritten(question)}`).join('\n');
}

function sayNear(alternatives: readonly Alternative[]): string {
  return ` I can answer these similar questions:\n${listQuestions(alternatives)}`;
}

/** Names the word that a glossary could give a meaning, where something speaks for one. */
function sayHelpful(surroundings: Surroundings, { wouldHelp }: Refused): string {
  if (surroundings.isPublic || !wouldHelp || isDown(surroundings)) return '';
  const [first] = wouldHelp.suggestions;
  if (!first) return '';
  const way = asWritten(`perhaps as ${first.sql ?? first.means}`);
  return ` You can define “${asWritten(wouldHelp.term)}” in the glossary of the skill, ${way}.`;
}

export function sayTooLong(): string {
  return `I cannot answer that: it has more than ${longestText} characters. Ask it in a sentence or two.`;
}

function sayUnread(surroundings: Surroundings, hints: Hints, { unread, empty = [] }: Refused): string {
  const words = unread.slice(0, mostHinted);
  if (isDown(surroundings)) return ` ${downNow}`;
  const tables = tablesOf(surroundings);
  if (words.length === 0 && tables.length === 0) return ' No passage answers it.';
  if (tables.length > 0 && tables.every(isEmpty)) return ' There are no rows yet.';
  if (empty.length > 0 && !surroundings.isPublic) return ` No row has a value for ${empty.map(asWritten).join(', ')}.`;
  const unknown = words.filter((word) => surroundings.isPublic || !hints.known.includes(word));
  if (words.length > 0 && unknown.length === 0)
    return ` I recognise ${quoteAll(words)}, but I do not understand the question.`;
  if (words.length === 0) return ' I recognise the words, but I do not understand the question.';
  const near = (surroundings.isPublic ? [] : [...new Set(unknown)]).flatMap((word) => {
    const names = hints.near[words.indexOf(word)] ?? [];
    return names.length > 0 ? [asWritten(`Similar to “${word}”: ${names.join(', ')}.`)] : [];
  });
  return [
    ` I do not know what ${quoteAll(unknown)} ${new Set(unknown).size > 1 ? 'refer' : 'refers'} to.`,
    ...near,
  ].join(' ');
}

/** Of a table of a connection the number of rows may be out of date. */
function isEmpty({ row_count, sample = [], isUnseen }: TableSummary): boolean {
  return row_count === 0 && sample.length === 0 && !isUnseen;
}

function quoteAll(words: readonly string[]): string {
  return [...new Set(words)].map((word) => `“${asWritten(word)}”`).join(', ');
}

/** Ends with a question, so that chat platforms offer what it lists. */
export function sayAlternatives(alternatives: readonly Alternative[]): string {
  return `I cannot answer that without knowing what you mean. Which of these do you mean?\n\n${listQuestions(alternatives)}`;
}

export function sayStale(): string {
  return 'I cannot answer that now: the SQL verified for this question no longer fits the tables and must be verified again.';
}

const downNow = 'The database of a table does not respond at the moment.';

export function isDown(surroundings: Surroundings): boolean {
  return tablesOf(surroundings).some((table) => table.isDown);
}

export function sayFailure(content: unknown): string {
  if (String(content).startsWith('connection_failed:')) return `I cannot answer that now. ${downNow}`;
  const reason = typeof content === 'string' && content ? ` ${asWritten(content)}` : '';
  return `I cannot answer that now, because looking it up failed.${reason}`;
}
