import { inWords } from './spoken.ts';

const nameRule = 'Only letters from a to z, digits, _ and -, at most 128, and no spaces.';

/** What is wrong with a field of a form. */
export const faults = {
  taken: 'This name is taken. Choose another one.',
  of: (place: string, code: string, detail: string) => {
    if (code === 'wrong_format' && /\/(name|table)$/.test(place)) return nameRule;
    if (code === 'required' || detail === 'must not be empty') return 'This is required.';
    const text = inWords(detail).replace(/\.$/, '');
    return /^(must|is|are|has|names) /.test(detail)
      ? `It ${text.charAt(0).toLowerCase()}${text.slice(1)}.`
      : `${text}.`;
  },
};

/** What to do about a failure, by its code. */
export const advice = {
  unexpected: {
    title: 'Something unexpected happened',
    advice: 'Reload the page. If it happens again, check the log of the service.',
  },
  unreachable: {
    title: 'The service does not answer',
    advice: 'Restart it with npm start; this page reconnects automatically.',
  },
  unauthenticated: { title: 'Not signed in', advice: 'Sign in with a key of this service.' },
  not_permitted: { title: 'Your key may not do this', advice: 'Ask an admin for a key with another role.' },
  rate_limited: { title: 'Too many requests', advice: 'Wait a moment, then try again.' },
  tokens_used_up: {
    title: 'The tokens of the day are used up',
    advice: 'Wait for the next day, or ask an admin to raise the limit.',
  },
  name_taken: { title: 'The name is taken', advice: 'Choose another name.' },
  table_not_found: { advice: 'It may have been deleted or renamed. Go back to the list of tables.' },
  model_not_found: { advice: 'It may have been deleted. Go back to the list of models.' },
  project_not_found: { advice: 'Choose another project at the top left.' },
  query_failed: { title: 'The query cannot run', advice: 'Correct the SQL and run it again.' },
  query_refused: {
    title: 'The query is not allowed',
    advice: 'Only a single SELECT over tables of this project can run.',
  },
  query_time_limit: {
    title: 'The query took too long',
    advice: 'Add a filter or a limit, or raise the limit of the project.',
  },
  language_model_not_configured: {
    advice: 'Set a provider and its key in the settings of the agent, or remove the model to answer without one.',
  },
  database_damaged: {
    title: 'The records of the service are damaged',
    advice: 'Ask its operator to stop it and to restore the last backup.',
  },
  model_damaged: {
    title: 'The file of this model is damaged',
    advice: 'Train the model again, or import it again.',
  },
  provider_rate_limited: {
    title: 'The rate limit of the provider is reached',
    advice: 'Wait a minute and ask again, or check the quota of the key at the provider.',
  },
  provider_rejected_credentials: {
    title: 'The provider refuses the key',
    advice: 'Set another key in the settings of the agent.',
  },
  provider_refused_request: {
    title: 'The provider refuses the request',
    advice: 'Check the name of the model and the address in the settings of the agent.',
  },
  provider_unavailable: {
    title: 'The provider cannot be reached',
    advice: 'Check the address in the settings of the agent, or ask again later.',
  },
  provider_failed: {
    title: 'The provider failed',
    advice: 'Ask again. If it happens again, check the model in the settings.',
  },
  rows_do_not_fit: { advice: 'Use rows with the columns named above.' },
  storage_full: { title: 'The disk is full', advice: 'Delete tables or models, or give the service more disk space.' },
  stale_record: {
    title: 'Somebody else changed this in the meantime',
    advice: 'Reload the page, then repeat your change.',
  },
  unreadable_file: {
    title: 'The file cannot be read',
    advice: 'Change the import settings, or correct the line named above and drop the file again.',
  },
  stream_broken: { title: 'The answer was interrupted', advice: 'Ask again.' },
} as const;
