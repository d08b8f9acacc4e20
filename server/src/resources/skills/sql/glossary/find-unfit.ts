import type { ParamsWarning } from '../../kind.ts';
import type { Glossary } from './entry.ts';
import { fitEntry, type NamedColumns } from './fit-entry.ts';
import { namesLacking, namesOf } from './names-lacking.ts';

const mostNamed = 5;

/** Tells the entries and verified questions of a glossary that no longer fit the columns of the tables. */
export function warningsOf(
  { glossary = [], verified = [], time_columns = {} }: Glossary,
  tables: readonly NamedColumns[],
): ParamsWarning[] {
  const code = 'entry_does_not_fit';
  const unfit = glossary.flatMap((entry, at) => {
    const fitted = fitEntry(entry, tables);
    return 'detail' in fitted
      ? [{ pointer: `/params/glossary/${at}`, code, detail: `${entry.term}: ${fitted.detail}` }]
      : [];
  });
  const known = namesOf(tables);
  const stale = verified.flatMap(({ question, sql }, at) => {
    const names = namesLacking(sql, known);
    const detail = `${question}: its SQL uses ${names.slice(0, mostNamed).join(', ')}, which is nothing of the tables`;
    return names.length > 0 ? [{ pointer: `/params/verified/${at}`, code, detail }] : [];
  });
  const times = Object.entries(time_columns).flatMap(([name, column]) => {
    const columns = tables.find((table) => table.name === name)?.columns ?? [];
    const isThere = columns.some((one) => one.name === column && one.type.startsWith('date'));
    const pointer = `/params/time_columns/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return isThere ? [] : [{ pointer, code, detail: `${name} has no column of dates ${column}` }];
  });
  return [...unfit, ...stale, ...times];
}
