/** A service with some content of every kind. */

import type { Page } from 'playwright-core';
import { trainModel } from '../../server/test/acceptance/trained.ts';
import { startSampleService } from '../../server/test/sample.ts';
import type { TestService } from '../../server/test/service.ts';

const project = '/projects/default';

/** Months of two shops. */
function months(): object[] {
  return ['north', 'south'].flatMap((shop, place) =>
    Array.from({ length: 60 }, (_, index) => ({
      shop,
      month: `${2021 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
      units: Math.round(
        100 + 40 * place + index + 25 * Math.sin((index * Math.PI) / 6) + ((index * 37 + place * 11) % 23),
      ),
    })),
  );
}

/** Customers, some of whom leave. */
function customers(): object[] {
  return Array.from({ length: 400 }, (_, index) => {
    const months_here = (index * 7) % 48;
    const complaints = (index * 13) % 5;
    return {
      months_here,
      complaints,
      plan: ['basic', 'plus', 'pro'][index % 3],
      left: complaints * 10 - months_here + ((index * 31) % 17) > 8 ? 'yes' : 'no',
    };
  });
}

export async function startFilledService(environment: Record<string, string> = {}): Promise<TestService> {
  const service = await startSampleService(environment);
  await fill(service);
  return service;
}

async function fill(service: TestService): Promise<void> {
  await service.call('POST', `${project}/tables?name=customers`, customers());
  await service.call('POST', `${project}/tables?name=monthly_sales`, months());
  await trainModel(service, 'default', 'churn', { target: 'left', from: { table: 'customers' } });
  await trainModel(service, 'default', 'sales', {
    target: 'units',
    from: { table: 'monthly_sales' },
    options: { order_by: 'month', group_by: ['shop'], horizon: 12 },
  });
  await service.call('POST', `${project}/agents`, { name: 'numbers', skills: ['homes'] });
  await service.call('POST', `${project}/agents`, { name: 'forgotten', data: { tables: ['customers'] } });
  await service.call('DELETE', `${project}/agents/forgotten`);
  await service.call('POST', `${project}/chatbots`, {
    name: 'helpdesk',
    agent: 'assistant',
    channel: { type: 'web', title: 'Ask us' },
    params: { greeting: 'Hello! What are you looking for?' },
    is_running: true,
  });
  await service.call('POST', `${project}/agents/assistant/completions`, {
    messages: [{ role: 'user', content: 'How many homes are there?' }],
  });
  await service.call('POST', `${project}/agents/assistant/evaluations`, {
    name: 'homes',
    questions: [
      { question: 'How many homes are there?', expected: { value: 5000 } },
      { question: 'Who won the war?', expected: { refuses: true } },
    ],
  });
  await service.call('POST', `${project}/models/churn/predictions`, {
    from: { table: 'customers' },
    into: { table: 'who_will_leave' },
  });
  await service.call('POST', `${project}/skills`, {
    name: 'weather',
    type: 'http',
    description: 'The weather of a city, today and on later days.',
    params: {
      base_url: 'https://api.example.com',
      headers: { Authorization: 'Bearer secret' },
      requests: [
        {
          name: 'forecast',
          description: 'Temperature and rain of the next days.',
          path: '/cities/{city}/forecast',
          parameters: [
            { name: 'city', in: 'path', description: 'Its name, in English' },
            { name: 'days', description: 'How many, up to 7', schema: { type: 'integer' } },
          ],
        },
      ],
    },
  });
  await service.call('POST', `${project}/connections`, {
    name: 'shop',
    engine: 'postgresql',
    parameters: { host: 'db.example.com', database: 'shop', user: 'reader', password: 'secret' },
  });
  await service.call('POST', `${project}/webhooks`, { name: 'warehouse', url: 'http://127.0.0.1:9/events' });
}

const at = '/p/default';

export interface PageOfStudio {
  path: string;
  /** What stands at its top. */
  heading: string;
  /** What is done on it, such as opening a dialog. */
  open?: (page: Page) => Promise<unknown>;
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

const rents = Array.from(
  { length: 40 },
  (_, row) => `Home ${row + 1};${row % 4};${(row * 37) % 90},5;0${(row % 9) + 1}.04.2026`,
);
const buffer = Buffer.from(`Rents of our homes\nhome;rooms;rent;let_since\n${rents.join('\n')}\n`);

async function chooseFile(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'rents of our homes.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('dialog').getByRole('cell', { name: 'Home 1', exact: true }).waitFor();
}

/** Every page of the studio, and its dialogs. */
export const pages: Record<string, PageOfStudio> = {
  home: { path: '/', heading: 'default' },
  tables: { path: `${at}/tables`, heading: 'Tables' },
  import: { path: `${at}/tables`, heading: 'Tables', open: chooseFile },
  table: { path: `${at}/tables/home_rentals`, heading: 'home_rentals' },
  rows: { path: `${at}/tables/home_rentals?tab=rows`, heading: 'home_rentals' },
  closer: { path: `${at}/tables/home_rentals?tab=closer`, heading: 'home_rentals' },
  reading: { path: `${at}/tables/home_rentals?tab=reading`, heading: 'home_rentals' },
  query: {
    path: `${at}/query?sql=${encodeURIComponent('select neighborhood, avg(rental_price) as rent\nfrom home_rentals\ngroup by 1')}`,
    heading: 'Query',
  },
  models: { path: `${at}/models`, heading: 'Models' },
  train: { path: `${at}/train?table=customers&target=left`, heading: 'Train a model' },
  result: { path: `${at}/models/home_rentals_model`, heading: 'home_rentals_model' },
  classes: { path: `${at}/models/churn`, heading: 'churn' },
  try: { path: `${at}/models/home_rentals_model?tab=try`, heading: 'home_rentals_model' },
  forecast: { path: `${at}/models/sales?tab=try`, heading: 'sales' },
  backtest: { path: `${at}/models/sales`, heading: 'sales' },
  learned: { path: `${at}/models/home_rentals_model?tab=learned`, heading: 'home_rentals_model' },
  batch: { path: `${at}/models/home_rentals_model?tab=batch`, heading: 'home_rentals_model' },
  monitoring: { path: `${at}/models/home_rentals_model?tab=monitoring`, heading: 'home_rentals_model' },
  versions: { path: `${at}/models/home_rentals_model?tab=versions`, heading: 'home_rentals_model' },
  code: { path: `${at}/models/home_rentals_model?tab=code`, heading: 'home_rentals_model' },
  agents: { path: `${at}/agents`, heading: 'Agents' },
  agent: { path: `${at}/agents/assistant`, heading: 'assistant' },
  'agent-settings': { path: `${at}/agents/assistant?tab=settings`, heading: 'assistant' },
  evaluations: { path: `${at}/agents/assistant?tab=evaluations&evaluation=homes`, heading: 'assistant' },
  'agent-versions': { path: `${at}/agents/assistant?tab=versions`, heading: 'assistant' },
  conversations: { path: `${at}/agents/assistant?tab=conversations`, heading: 'assistant' },
  compare: { path: `${at}/compare`, heading: 'Compare two agents' },
  skills: { path: `${at}/skills`, heading: 'Skills' },
  skill: { path: `${at}/skills/homes`, heading: 'homes' },
  'http-skill': { path: `${at}/skills/weather`, heading: 'weather' },
  'new-skill': { path: `${at}/skills`, heading: 'Skills', open: press('New skill') },
  knowledge: { path: `${at}/knowledge`, heading: 'Knowledge' },
  base: { path: `${at}/knowledge/rental_handbook?query=which+dogs+are+allowed`, heading: 'rental_handbook' },
  chatbots: { path: `${at}/chatbots`, heading: 'Chatbots' },
  chatbot: { path: `${at}/chatbots/helpdesk`, heading: 'helpdesk' },
  preview: { path: `${at}/chatbots/helpdesk?tab=preview`, heading: 'helpdesk' },
  connections: { path: `${at}/connections`, heading: 'Connections' },
  connection: { path: `${at}/connections`, heading: 'Connections', open: press('Edit shop') },
  jobs: { path: `${at}/jobs`, heading: 'Jobs' },
  spending: { path: `${at}/spending`, heading: 'Spending' },
  trash: { path: `${at}/trash`, heading: 'Trash' },
  events: { path: `${at}/events`, heading: 'Events' },
  webhooks: { path: `${at}/webhooks`, heading: 'Webhooks' },
  webhook: { path: `${at}/webhooks/warehouse`, heading: 'warehouse' },
  limits: { path: `${at}/limits`, heading: 'Limits' },
  palette: { path: `${at}/limits`, heading: 'Limits', open: (page) => page.keyboard.press('Control+k') },
  delete: { path: `${at}/webhooks/warehouse`, heading: 'warehouse', open: press('Delete') },
  projects: { path: '/settings/projects', heading: 'Projects' },
  keys: { path: '/settings/keys', heading: 'Keys' },
  audit: { path: '/settings/audit', heading: 'Audit' },
  'sign-in': { path: '/sign-in', heading: 'Sign in' },
  nowhere: { path: `${at}/tables/nothing`, heading: 'nothing' },
};
