import { type Static, Type } from 'typebox';
import { name, nameOrId, projectName, recordFields } from '../../http/reply/schemas.ts';

export const tablePath = Type.Object({ projectName, tableName: nameOrId });

const columnType = Type.Enum(['integer', 'number', 'boolean', 'date', 'datetime', 'text', 'json']);

const words = Type.Array(Type.String());

/** The engine's `Reading`. */
const reading = Type.Object(
  {
    type: columnType,
    blanks: Type.Array(Type.String(), {
      description:
        'Words that say that there is no value, beside the empty cell; in all but text and JSON also the usual ones (`NA`, `-`, `null` …).',
    }),
    decimal: Type.Optional(Type.Enum(['.', ',', 'either'])),
    group: Type.Optional(
      Type.Enum([',', '.'], { description: 'What parts thousands, beside spaces and apostrophes.' }),
    ),
    unit: Type.Optional(Type.String({ description: 'What the numbers are measured in.' })),
    units: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), factor: Type.Number() }), {
        description: 'Units that cells may name, and what their numbers are multiplied by.',
      }),
    ),
    compound: Type.Optional(Type.Boolean({ description: 'Cells may hold several units: `1h 20m`.' })),
    limits: Type.Optional(Type.Boolean({ description: '`<5` and `65+` are 5 and 65.' })),
    clock: Type.Optional(Type.Boolean({ description: '`13:30` is 13.5 hours.' })),
    date_order: Type.Optional(
      Type.Enum(['ymd', 'dmy', 'mdy'], { description: 'Dates with the year first are read in any order.' }),
    ),
    booleans: Type.Optional(Type.Object({ true: words, false: words })),
  },
  {
    title: 'Reading',
    description: 'How every cell of the column is read: of this file, of rows appended, of rows to predict.',
  },
);

const column = Type.Object(
  {
    name: Type.String(),
    type: columnType,
    reading,
    nulls: Type.Integer({ description: 'Cells without a value.' }),
    distinct: Type.Integer({ description: 'Distinct values; within about 10 % on large tables.' }),
    min: Type.Unknown(),
    max: Type.Unknown(),
    examples: Type.Array(Type.Unknown()),
  },
  { title: 'Column' },
);

const formats = ['csv', 'tsv', 'ndjson', 'json', 'parquet', 'xlsx'] as const;

const dialect = Type.Object(
  {
    format: Type.Enum(['csv', 'json', 'ndjson', 'parquet', 'xlsx']),
    compression: Type.Optional(Type.Enum(['gzip'])),
    encoding: Type.Optional(Type.String()),
    delimiter: Type.Optional(
      Type.String({ description: 'A space stands for any run of blanks. Absent where a line is one cell.' }),
    ),
    starts: Type.Optional(
      Type.Array(Type.Integer(), { description: 'Fixed width: where each column begins, from 0.' }),
    ),
    quote: Type.Optional(Type.String({ description: 'Empty when nothing is quoted.' })),
    escape: Type.Optional(Type.String({ description: 'The quote itself where one inside quotes is written twice.' })),
    comment: Type.Optional(Type.String({ description: 'Lines that begin with it are left out.' })),
    header: Type.Optional(Type.Boolean()),
    sheet: Type.Optional(Type.String()),
  },
  { title: 'Dialect', description: 'How the first file of the table is written; the first guess for rows appended.' },
);

const warning = Type.Object(
  {
    code: Type.String({ examples: ['header_guessed'] }),
    detail: Type.String(),
    line: Type.Optional(Type.Integer({ description: 'From 1, in the file as it was sent.' })),
    column: Type.Optional(Type.String()),
  },
  { title: 'TableWarning' },
);

export const tableRecord = Type.Object(
  {
    ...recordFields,
    project: Type.String(),
    columns: Type.Array(column),
    dialect: Type.Union([dialect, Type.Null()]),
    warnings: Type.Array(warning, { description: 'What was guessed or left out when the files were read.' }),
    row_count: Type.Integer(),
    byte_size: Type.Integer({ description: 'Bytes on disk, compressed.' }),
  },
  { title: 'Table' },
);
export type TableRecord = Static<typeof tableRecord>;

/** Options of an uploaded file, in the query string or as form fields; all others are detected. */
export const fileFields = {
  format: Type.Optional(Type.Enum(formats)),
  delimiter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 5,
      description: 'One ASCII character (or the same one twice), `tab`, or `space` for runs of blanks.',
    }),
  ),
  header: Type.Optional(Type.Boolean({ description: 'Whether the first line names the columns.' })),
  header_row: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'The line that does; lines above it are left out.' }),
  ),
  skip_rows: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, description: 'Lines left out at the top.' })),
  quote: Type.Optional(Type.String({ maxLength: 1, description: 'One character; empty when nothing is quoted.' })),
  escape: Type.Optional(
    Type.String({ maxLength: 9, description: 'Before a quote inside quotes: the quote itself, or `backslash`.' }),
  ),
  comment: Type.Optional(
    Type.String({ maxLength: 1, description: 'Lines that begin with it are left out; empty when none are.' }),
  ),
  totals: Type.Optional(
    Type.Enum(['keep', 'leave_out'], {
      description:
        'Whether totals and notes are rows, or all rows that add up others are none. Else only what is called a total is left out.',
    }),
  ),
  sheet: Type.Optional(Type.String({ maxLength: 100, description: 'Of a workbook; else the first with data.' })),
  decimal: Type.Optional(Type.Enum(['.', ','], { description: 'Whether `1,234` is 1.234 or 1234.' })),
  date_order: Type.Optional(Type.Enum(['dmy', 'mdy'], { description: 'Whether 3/4/2020 is the third of April.' })),
  encoding: Type.Optional(Type.String({ maxLength: 40, examples: ['windows-1252'] })),
  blanks: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'JSON list of words that say that there is no value: in text columns only empty cells do otherwise.',
      examples: ['["none","NA"]'],
    }),
  ),
  types: Type.Optional(
    Type.String({ maxLength: 100_000, description: 'JSON object of column: type.', examples: ['{"zip":"text"}'] }),
  ),
};

const replace = Type.Boolean({
  description:
    'Whether the file takes the place of all rows of a table of that name, which keeps its ID; else it is refused.',
});
export const uploadFields = Type.Object(
  { name: Type.Optional(name), replace: Type.Optional(replace), ...fileFields },
  { additionalProperties: false },
);
export const appendFields = Type.Object(fileFields, { additionalProperties: false });

export const statedTypes = Type.Record(Type.String(), columnType);
export const statedBlanks = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 });

export const rowsQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Rows a page.' })),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: 'Where the page before ended (from `Link`).' })),
  },
  { additionalProperties: false },
);

export const tableRows = Type.Array(Type.Object({}, { additionalProperties: true }), {
  description: 'Rows in the order of the file.',
});
