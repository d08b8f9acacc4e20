import { count, seconds } from '../shared/format.ts';

export const words = {
  title: 'Query',
  lead: 'Read-only SQL over the tables of this project, or over a connection.',
  sql: 'SQL',
  run: 'Run',
  runHint: 'Ctrl Enter runs it, Ctrl Space completes.',
  answered: (rows: number, ms: number) => `${count(rows)} rows in ${seconds(ms / 1000)}`,
  cut: 'There are more rows: the answer was cut at the limit.',
  rows: 'Rows',
  chart: 'Chart',
  horizontal: 'Across',
  vertical: 'Up',
  kind: 'Drawn as',
  kinds: { bar: 'Bars', line: 'Line', point: 'Points' },
  noNumber: 'A chart needs a column of numbers.',
  none: 'The query gave no rows.',
  tables: 'Tables',
  where: 'Where',
  here: 'Tables of this project',
  download: 'Download as CSV',
};
