import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import type { CallOptions, Query, Row, Source, Table, TablePreview, Uses } from '../types.ts';

/** How to read a file, where detection should be overridden; and options of the call. */
export type FileOptions = Omit<Query<'appendRows'>, 'cursor'> & CallOptions;

/** The same for a look beforehand: how many rows to show, and whether the content is only the beginning of a file. */
export type PreviewOptions = Query<'previewTable'> & CallOptions;

const callOptions = ['signal', 'headers', 'retries', 'timeout', 'idempotencyKey', 'onUploadProgress'];

/** The tables of a project. */
export class Tables {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };

  constructor(sibyl: Operations, projectName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName };
  }

  list(query?: Query<'listTables'>, options?: CallOptions): List<Table> {
    return this.#sibyl.list('listTables', { path: this.#path, query: query ?? {}, ...options });
  }

  /**
   * Creates a table from a file (CSV, TSV, JSON, NDJSON, Parquet, Excel, also gzipped) or from rows. The record shows
   * how the file was understood, in `columns`, `dialect` and `warnings`.
   */
  async upload(
    name: string,
    content: Source | readonly object[],
    options: FileOptions & { replace?: boolean } = {},
  ): Promise<Table> {
    const { query, call } = parted(options);
    return this.#sibyl.call('createTable', {
      path: this.#path,
      query: { ...query, name },
      ...contentOf(content, call),
    });
  }

  /** Reads a file as `upload` does, and keeps nothing. Of a large text, `cut` and its first half megabyte are enough. */
  async preview(content: Source, options: PreviewOptions = {}): Promise<TablePreview> {
    const { query, call } = parted(options);
    return this.#sibyl.call('previewTable', { path: this.#path, query, ...contentOf(content, call) });
  }
}

/** One table. */
export class TableHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; tableName: string };
  readonly name: string;

  constructor(sibyl: Operations, projectName: string, tableName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName, tableName };
    this.name = tableName;
  }

  get(options?: CallOptions): Promise<Table> {
    return this.#sibyl.call('getTable', { path: this.#path, ...options });
  }

  /** Returns the names of what needs it. */
  uses(options?: CallOptions): Promise<Uses> {
    return this.#sibyl.call('getTableUses', { path: this.#path, ...options });
  }

  /** It lies in the trash first, unless `{permanently: true}`. */
  delete(query?: Query<'deleteTable'>, options?: CallOptions) {
    return this.#sibyl.call('deleteTable', { path: this.#path, query: query ?? {}, ...options });
  }

  /** `for await` yields all rows; `await` returns the first `limit`, by default 100. */
  rows(query?: Query<'listRows'>, options?: CallOptions): List<Row> {
    return this.#sibyl.list('listRows', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Profiles the named columns, or the first hundred. */
  profile(columns?: readonly string[], options?: CallOptions) {
    return this.#sibyl.call('profileTable', { path: this.#path, query: naming(columns), ...options });
  }

  /**
   * Correlates the named columns of numbers, or all; the closest pairs first. Of more than sixty these are the closest
   * to `target`, or the first.
   */
  correlations(
    columns?: readonly string[],
    { target, ...options }: CallOptions & { target?: string | undefined } = {},
  ) {
    const query = { ...naming(columns), ...(target !== undefined && { target }) };
    return this.#sibyl.call('correlateTable', { path: this.#path, query, ...options });
  }

  /** Finds rows that are equal in the named columns, or in all. */
  duplicates(columns?: readonly string[], options?: CallOptions) {
    return this.#sibyl.call('findDuplicates', { path: this.#path, query: naming(columns), ...options });
  }

  /** Says which columns may give a target away. */
  hints(target: string, options?: CallOptions) {
    return this.#sibyl.call('hintAtTarget', { path: this.#path, query: { target }, ...options });
  }

  /** Appends all rows, or none when one does not fit. */
  async append(content: Source | readonly object[], options: FileOptions = {}): Promise<Table> {
    const { query, call } = parted(options);
    return this.#sibyl.call('appendRows', { path: this.#path, query, ...contentOf(content, call) });
  }
}

function parted(options: object): { query: object; call: CallOptions } {
  const isCallOption = ([name]: [string, unknown]) => callOptions.includes(name);
  const entries = Object.entries(options);
  return {
    query: Object.fromEntries(entries.filter((entry) => !isCallOption(entry))),
    call: Object.fromEntries(entries.filter(isCallOption)),
  };
}

/** The service detects the file's format by its bytes, because browsers send CSV files with the type of Excel. */
function contentOf(content: Source | readonly object[], call: CallOptions) {
  if (Array.isArray(content)) return { ...call, body: content };
  const headers = { 'content-type': 'application/octet-stream', ...call.headers };
  if (typeof content !== 'string') return { ...call, headers, body: content as Exclude<Source, string> };
  if (!/[\n\r]/.test(content))
    throw new TypeError(
      `the content of a table has several lines; of a file, pass the File or its bytes, not its path (${content.slice(0, 100)})`,
    );
  return { ...call, headers, body: new Blob([content]) };
}

function naming(columns: readonly string[] | undefined): { columns?: string } {
  return columns === undefined ? {} : { columns: JSON.stringify(columns) };
}
