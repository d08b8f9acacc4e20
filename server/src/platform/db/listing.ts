import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely';

/** The end of a page: the sort value, then the ID that breaks ties. */
export type Position = [value: string, id: string];

/** Order, filters and starting point of a list of records with `id`, `name` and the column of the order. */
export interface Listing<Column extends string = 'name' | 'created_at'> {
  column: Column;
  descending: boolean;
  limit: number | undefined;
  after: Position | undefined;
  name: string | undefined;
  search: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  /** Undefined on the last page. */
  next: Position | undefined;
}

type Listed<Column extends string> = { id: string; name: string } & Record<Column, string>;

/** Runs `query` with the listing's filters and order. It fetches one extra row to learn whether more follow. */
export async function fetchPage<
  Tables,
  From extends keyof Tables & string,
  Row extends Listed<Column>,
  Column extends string,
>(query: SelectQueryBuilder<Tables, From, Row>, table: From, listing: Listing<Column>): Promise<Page<Row>> {
  const { column, descending, limit, after, name, search } = listing;
  const at = (field: string) => sql.ref<string>(`${table}.${field}`);
  const key = at(column);
  const direction = descending ? 'desc' : 'asc';
  const rows = await query
    .$if(name !== undefined, (builder) => builder.where(sql<boolean>`${at('name')} = ${name}`))
    .$if(search !== undefined, (builder) =>
      builder.where(sql<boolean>`lower(${at('name')}) like ${likePattern(search ?? '')} escape '\\'`),
    )
    .$if(after !== undefined, (builder) =>
      builder.where(
        sql<boolean>`(${key}, ${at('id')}) ${sql.raw(descending ? '<' : '>')} (${after?.[0]}, ${after?.[1]})`,
      ),
    )
    .orderBy(key as ReferenceExpression<Tables, From>, direction)
    .orderBy(at('id') as ReferenceExpression<Tables, From>, direction)
    .$if(limit !== undefined, (builder) => builder.limit((limit ?? 0) + 1))
    .execute();
  if (limit === undefined || rows.length <= limit) return { items: rows, next: undefined };
  const last = rows[limit - 1];
  return { items: rows.slice(0, limit), next: [last[column], last.id] };
}

function likePattern(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}
