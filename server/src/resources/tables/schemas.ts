import { spanParts, timeShapes } from '@sibyl/engine/readings/reading.ts';
import { type Static, Type } from 'typebox';
import { name, nameOrId, projectName, recordFields } from '../../http/reply/schemas.ts';

export const tablePath = Type.Object({ projectName, tableName: nameOrId });

export const columnType = Type.Enum(['integer', 'number', 'boolean', 'date', 'datetime', 'text', 'json']);

const words = Type.Array(Type.String());

/** The engine's `Reading`. */
const reading = Type.Object(
  {
    type: columnType,
    blanks: Type.Array(Type.String(), {
      description:
        'Words for "no value", beside the empty cell; except in text and JSON also the usual ones (`NA`, `-`, `null` …).',
    }),
    decimal: Type.Optional(Type.Enum(['.', ',', 'either'])),
    group: Type.Optional(
      Type.Enum([',', '.'], { description: 'Separator of thousands, beside spaces and apostrophes.' }),
    ),
    unit: Type.Optional(Type.String({ description: 'Unit of the numbers.' })),
    units: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), factor: Type.Number() }), {
        description: 'Units in cells, with the factors that their numbers are multiplied by.',
      }),
    ),
    compound: Type.Optional(Type.Boolean({ description: 'Cells may hold several units: `1h 20m`.' })),
    limits: Type.Optional(Type.Boolean({ description: '`<5` and `65+` are 5 and 65.' })),
    shares: Type.Optional(Type.Boolean({ description: 'Numbers are shares of 1: `50%` is 0.5.' })),
    clock: Type.Optional(Type.Boolean({ description: '`13:30` is 13.5 hours.' })),
    span: Type.Optional(
      Type.Enum([...spanParts], { description: '`27:15` is a span of time in seconds; what its two parts are.' }),
    ),
    date_order: Type.Optional(
      Type.Enum(['ymd', 'dmy', 'mdy'], {
        description: 'Order of day and month; dates with the year first are always recognised.',
      }),
    ),
    latest_year: Type.Optional(
      Type.Integer({ description: 'The last of the hundred years that years of two digits mean; 2069 where absent.' }),
    ),
    time_shape: Type.Optional(
      Type.Enum([...timeShapes], {
        description:
          'Dates: what numbers and bare months mean: `month` is `Jan-20`, `01/2020` or `2020M01`; `quarter`, `half_year` and `week` are `2020 Q1`, `2020-H1` and `2020 W01`, each its first day; `excel` counts days, `unix_s` seconds since 1970.',
      }),
    ),
    period_spelling: Type.Optional(
      Type.String({
        description: 'How cells write quarters, half-years and weeks, such as `{yyyy} Q{n}`; forecasts write them so.',
      }),
    ),
    booleans: Type.Optional(Type.Object({ true: words, false: words })),
  },
  {
    title: 'Reading',
    description: 'How every cell of the column is read: in this file, in appended rows, and in rows to predict.',
  },
);

const column = Type.Object(
  {
    name: Type.String(),
    type: columnType,
    reading,
    nulls: Type.Integer({ description: 'Number of cells without a value.' }),
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
    mark: Type.Optional(Type.Boolean({ description: 'Present and true where a byte order mark comes first.' })),
    delimiter: Type.Optional(
      Type.String({ description: 'A space means any run of blanks. Absent when a line is one cell.' }),
    ),
    starts: Type.Optional(
      Type.Array(Type.Integer(), { description: 'Fixed width: where each column begins, from 0.' }),
    ),
    quote: Type.Optional(Type.String({ description: 'Empty when nothing is quoted.' })),
    escape: Type.Optional(Type.String({ description: 'The quote itself if quotes inside quotes are doubled.' })),
    comment: Type.Optional(Type.String({ description: 'Lines that start with it are ignored.' })),
    header: Type.Optional(Type.Boolean()),
    line_end: Type.Optional(Type.Enum(['crlf'])),
    decimals: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), {
        description: 'By column: how many decimals its numbers were written with, where all had as many.',
      }),
    ),
    quoted: Type.Optional(Type.Array(Type.String(), { description: 'Columns whose first cells all stood in quotes.' })),
    quoted_names: Type.Optional(Type.Boolean({ description: 'Present and true where their names do.' })),
    missing: Type.Optional(
      Type.String({ description: 'What stood for a missing value, where that was one word everywhere, such as `NA`.' }),
    ),
    sheet: Type.Optional(Type.String()),
    sheets: Type.Optional(
      Type.Array(Type.String(), { description: 'Names of the sheets of the workbook, at most 200.' }),
    ),
  },
  { title: 'Dialect', description: "The dialect of the table's first file; tried first for appended rows." },
);

const warning = Type.Object(
  {
    code: Type.String({ examples: ['header_guessed'] }),
    detail: Type.String(),
    line: Type.Optional(Type.Integer({ description: 'Line in the uploaded file, from 1.' })),
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
  header: Type.Optional(Type.Boolean({ description: 'Whether the first line contains the column names.' })),
  header_row: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'The line with the column names; lines above it are skipped.',
    }),
  ),
  skip_rows: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100_000, description: 'Number of lines to skip at the top.' }),
  ),
  quote: Type.Optional(
    Type.String({ maxLength: 4, description: 'One character; empty or `none` where quotes are part of the text.' }),
  ),
  escape: Type.Optional(
    Type.String({ maxLength: 9, description: 'Before a quote inside quotes: the quote itself, or `backslash`.' }),
  ),
  comment: Type.Optional(
    Type.String({
      maxLength: 4,
      description: 'Lines that start with it are ignored: one character or `//`; empty or `none` for none.',
    }),
  ),
  totals: Type.Optional(
    Type.Enum(['keep', 'leave_out'], {
      description:
        '`keep` treats totals and notes as rows; `leave_out` drops all rows that sum others. Default: only rows named as totals are dropped, of rows to predict none.',
    }),
  ),
  sheet: Type.Optional(
    Type.String({ maxLength: 100, description: 'Sheet of a workbook. Default: the first one with data.' }),
  ),
  decimal: Type.Optional(Type.Enum(['.', ','], { description: 'Whether `1,234` means 1.234 or 1234.' })),
  date_order: Type.Optional(
    Type.Enum(['dmy', 'mdy', 'ymd'], {
      description: 'Whether 3/4/2020 means the third of April; `ymd` where `20-04-03` does.',
    }),
  ),
  encoding: Type.Optional(Type.String({ maxLength: 40, examples: ['windows-1252'] })),
  blanks: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'JSON list of words for "no value"; in text columns, by default only empty cells are.',
      examples: ['["none","NA"]'],
    }),
  ),
  columns: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description: 'JSON list of the columns to keep.',
      examples: ['["zip","price"]'],
    }),
  ),
  types: Type.Optional(
    Type.String({ maxLength: 100_000, description: 'JSON object of column: type.', examples: ['{"zip":"text"}'] }),
  ),
};

const replace = Type.Boolean({
  description:
    'Whether the file replaces all rows of an existing table of that name, which keeps its ID; otherwise a taken name is refused.',
});
export const uploadFields = Type.Object(
  { name: Type.Optional(name), replace: Type.Optional(replace), ...fileFields },
  { additionalProperties: false },
);
export const appendFields = Type.Object(fileFields, { additionalProperties: false });

export const previewFields = Type.Object(
  {
    ...fileFields,
    rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Rows to show.' })),
    cut: Type.Optional(
      Type.Boolean({
        description:
          'Whether the body is only the beginning of a CSV, TSV or NDJSON file: its torn last row is left out. Half a megabyte shows how a file of any size is read.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const statedTypes = Type.Record(Type.String(), columnType);
export const statedColumns = Type.Array(Type.String(), { minItems: 1, maxItems: 100_000 });
export const statedBlanks = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 });

export const rowsQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Rows per page.' })),
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: 'End of the previous page: the `cursor` of its `Link`.' }),
    ),
  },
  { additionalProperties: false },
);

export const tableRows = Type.Array(Type.Object({}, { additionalProperties: true }), {
  description: 'Rows in the order of the file.',
});

export const tablePreview = Type.Object(
  {
    columns: Type.Array(column),
    dialect,
    warnings: Type.Array(warning, { description: 'What was guessed or left out.' }),
    row_count: Type.Integer({ description: 'Rows of what was sent.' }),
    rows: tableRows,
  },
  { title: 'TablePreview' },
);
export type TablePreview = Static<typeof tablePreview>;
