import { plural } from './format.ts';
import { planLastQuestion } from './plan.ts';
import { ofKind, type Surroundings } from './surroundings.ts';
import type { TableQuery } from './tables/logical-form.ts';
import { isNumeric } from './tables/readings.ts';
import { describeQuery } from './tables/wording.ts';
import { wordsOfName } from './words/tokens.ts';

const mostExamples = 3;
const mostUnread = 5;

/** Names all that questions can be answered from; undefined when there is nothing. */
export function describeSources(surroundings: Surroundings): string | undefined {
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
  const all = [...tables, ...models, ...bases];
  return all.length > 1 ? `${all.slice(0, -1).join('; ')} and ${all.at(-1)}` : all[0];
}

/** Questions made from real columns, each read by the very parser that will answer it. */
function exampleQuestions(surroundings: Surroundings): string[] {
  const questions = [...predictionExamples(surroundings).slice(0, 1), ...tableExamples(surroundings)];
  const understood = questions.filter((question) =>
    ['query', 'predict'].includes(planLastQuestion([question], surroundings).kind),
  );
  return understood.slice(0, mostExamples);
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
      const averages = numbers.flatMap((number) =>
        labels.map((label) => `What is the average ${spoken(number.name)} by ${spoken(label.name)}?`),
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

export function sayHelp(surroundings: Surroundings): string {
  const sources = describeSources(surroundings);
  return sources ? `I answer questions from ${sources}.${sayExamples(surroundings)}` : nothingThere;
}

export function sayGreeting(surroundings: Surroundings): string {
  return `Hello! ${sayHelp(surroundings)}`;
}

/** Every refusal starts with the same words and says what would be possible. */
export function sayRefusal(surroundings: Surroundings, unread: readonly string[]): string {
  const sources = describeSources(surroundings);
  if (!sources) return `I cannot answer that. ${nothingThere}`;
  const words = unread.slice(0, mostUnread).map((word) => `“${word}”`);
  const why = words.length > 0 ? ` I do not know what ${words.join(', ')} would be there.` : '';
  return `I cannot answer that from ${sources}.${why}${sayExamples(surroundings)}`;
}

export function sayChoice(candidates: readonly TableQuery[]): string {
  const readings = candidates.slice(0, 4).map((query) => `- ${describeQuery(query)} (table ${query.table.name})`);
  return `I cannot answer that without knowing which of these you mean:\n${readings.join('\n')}`;
}

export function sayFailure(content: unknown): string {
  const reason = typeof content === 'string' && content ? ` ${content}` : '';
  return `I cannot answer that now, because what I asked for it failed.${reason}`;
}
