import { type Static, Type } from 'typebox';

const term = Type.String({ minLength: 2, maxLength: 80, description: 'As people say it.', examples: ['revenue'] });

/** What a word means in the tables of a skill. */
export const glossaryEntry = Type.Object(
  {
    term,
    means: Type.Optional(
      Type.String({ minLength: 1, maxLength: 260, description: 'A column, or `table.column`, that it is a name of.' }),
    ),
    sql: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description:
          'In place of `means`: an expression over the columns of one table. A test of a row is a filter, an expression with an aggregate such as `sum` is a metric.',
        examples: ['sum("MonthlyCharges")'],
      }),
    ),
    unit: Type.Optional(Type.String({ minLength: 1, maxLength: 20, examples: ['$'] })),
    synonyms: Type.Optional(Type.Array(term, { maxItems: 20, description: 'Other words for it.' })),
    table: Type.Optional(
      Type.String({ minLength: 1, maxLength: 260, description: 'Needed where several tables have such columns.' }),
    ),
  },
  { additionalProperties: false, title: 'GlossaryEntry' },
);
export type GlossaryEntry = Static<typeof glossaryEntry>;

const verifiedQuestion = Type.Object(
  { question: Type.String({ minLength: 1, maxLength: 1000 }), sql: Type.String({ minLength: 1, maxLength: 20_000 }) },
  { additionalProperties: false, title: 'VerifiedQuestion' },
);
export type VerifiedQuestion = Static<typeof verifiedQuestion>;

/** What the owner of tables teaches those who answer questions about them; the keys of `params` of a skill. */
export const glossaryFields = {
  glossary: Type.Optional(
    Type.Array(glossaryEntry, {
      maxItems: 300,
      description: 'What words mean: for the built-in reader and for language models. Checked against the tables.',
    }),
  ),
  verified: Type.Optional(
    Type.Array(verifiedQuestion, {
      maxItems: 500,
      description: 'Questions with the SQL that answers them, which ran when it was saved. So asked, so answered.',
    }),
  ),
  time_columns: Type.Optional(
    Type.Record(Type.String(), Type.String({ maxLength: 260 }), {
      description: 'For a table, the column of dates that is meant where a question names none.',
      examples: [{ orders: 'ordered_at' }],
    }),
  ),
};

export interface Glossary {
  glossary?: GlossaryEntry[];
  verified?: VerifiedQuestion[];
  time_columns?: Record<string, string>;
}
