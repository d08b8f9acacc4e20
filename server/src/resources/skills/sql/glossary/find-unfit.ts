import type { ParamsWarning } from '../../kind.ts';
import type { Glossary } from './entry.ts';
import { fitEntry, type NamedColumns } from './fit-entry.ts';

/** Tells the entries of a glossary that no longer fit the columns of the tables. */
export function warningsOf(
  { glossary = [], time_columns = {} }: Glossary,
  tables: readonly NamedColumns[],
): ParamsWarning[] {
  const code = 'entry_does_not_fit';
  const unfit = glossary.flatMap((entry, at) => {
    const fitted = fitEntry(entry, tables);
    return 'detail' in fitted
      ? [{ pointer: `/params/glossary/${at}`, code, detail: `${entry.term}: ${fitted.detail}` }]
      : [];
  });
  const times = Object.entries(time_columns).flatMap(([name, column]) => {
    const columns = tables.find((table) => table.name === name)?.columns ?? [];
    const isThere = columns.some((one) => one.name === column && one.type.startsWith('date'));
    const pointer = `/params/time_columns/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return isThere ? [] : [{ pointer, code, detail: `${name} has no column of dates ${column}` }];
  });
  return [...unfit, ...times];
}
