import { Type } from 'typebox';
import { dialects } from '../dialects.ts';
import { defineEngine } from '../engine.ts';
import { schemas, secret, serverUrl, text } from '../parameters.ts';
import { openByWords } from '../served/open-by-words.ts';

/** Queries are checked word by word, and by a dry run of BigQuery itself, which tells the kind of statement. */
export const bigquery = defineEngine({
  name: 'bigquery',
  parameters: Type.Object(
    {
      project: Type.String({ pattern: '^[a-z0-9.:-]{3,100}$', description: 'Project that pays for the queries.' }),
      dataset: text(1024, 'Dataset of the tables; they need no name before them.'),
      schemas: schemas('Further datasets of the project whose tables may be read.'),
      location: Type.Optional(text(64, 'Where the datasets are, such as `EU`. Default: found by BigQuery.')),
      credentials: Type.Optional(
        secret(20_000, 'JSON of the key of a service account with the roles to view data and run jobs.'),
      ),
      max_bytes_billed: Type.Optional(
        Type.Integer({ minimum: 1, description: 'A query that would read more fails without being charged.' }),
      ),
      url: Type.Optional(serverUrl('https://bigquery.googleapis.com')),
    },
    { additionalProperties: false, title: 'BigqueryParameters' },
  ),
  secrets: ['credentials'],
  secretsGoTo: ['url'],
  dialect: dialects.bigquery,
  open: (parameters, services) =>
    openByWords(
      { engine: 'bigquery', parameters, ownSchema: parameters.dataset, isJudged: true },
      () => import('./grammar.ts'),
      services,
    ),
});
