import { invalidField } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { sendRecord } from '../../http/reply/etags.ts';
import { removal } from '../../http/reply/removal.ts';
import { keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { sendWritten } from '../../http/reply/send-written.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { linkNext } from '../../http/request/listing.ts';
import { takeUploads } from '../../http/request/uploads.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import { addressOf } from '../../http/resource/address.ts';
import type { TableServices } from './context.ts';
import { previewTable } from './preview.ts';
import { replaceTable } from './replace.ts';
import {
  appendFields,
  previewFields,
  rowsQuery,
  tablePath,
  tablePreview,
  tableRecord,
  tableRows,
  uploadFields,
} from './schemas.ts';
import { deleteTable, getTable, listTables, readTableRows } from './service.ts';
import { type Upload, withUpload } from './spool.ts';
import { appendToTable, createTable, requireFreeName } from './upload.ts';

const collection = '/api/projects/:projectName/tables';
const path = `${collection}/:tableName` as const;
const missing = ['project_not_found', 'table_not_found'] as const;
const fileTypes = [
  'multipart/form-data',
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
  'application/vnd.apache.parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/gzip',
  'application/octet-stream',
];

export async function addTableRoutes(app: App, services: TableServices): Promise<void> {
  addResource(app, services, {
    name: 'table',
    tag: 'Tables',
    path,
    params: tablePath,
    record: tableRecord,
    list: { verb: (ctx, { project }, listing) => listTables(ctx, project, listing) },
    read: { summary: "Read a table's record", verb: getTable },
    delete: {
      description:
        'It lies in the trash first. Models that were trained on it keep their own copy of their training rows.',
      query: removal,
      verb: (ctx, address, check, { permanently }) => deleteTable(ctx, address, { check, permanently }),
    },
  });
  addRowsRoute(app, services);
  await app.register(async (scope) => addUploadRoutes(scope as App, services));
}

function addRowsRoute(app: App, services: Pick<TableServices, 'blobs' | 'data' | 'database' | 'limits'>): void {
  app.get(
    `${path}/rows`,
    {
      schema: {
        tags: ['Tables'],
        operationId: 'listRows',
        summary: 'Read the rows of a table',
        description: 'As they were uploaded, in pages: `Link` names the next one, until there is none.',
        params: tablePath,
        querystring: rowsQuery,
        response: { 200: tableRows, ...problems('invalid_input', 'query_memory_limit', ...missing) },
      },
      config: { action: 'tables.read_rows' },
    },
    async (request, reply) => {
      const { limit = 100, cursor = '0' } = request.query;
      if (!/^\d{1,15}$/.test(cursor))
        throw invalidField('?cursor', 'must be a cursor that this list gave out', 'wrong_format');
      const page = { offset: Number(cursor), limit };
      const ctx = contextOf(request, services);
      const { pieces, next } = await readTableRows(ctx, addressOf(request.params), page, signalOf(reply));
      if (next !== undefined) linkNext(request, reply, String(next));
      return sendWritten(reply, '[', pieces, ']');
    },
  );
}

/** Bodies of these routes are files of any size, so they stay streams. */
function addUploadRoutes(app: App, services: TableServices): void {
  app.removeAllContentTypeParsers();
  takeUploads(app);

  app.post(
    collection,
    {
      schema: {
        tags: ['Tables'],
        operationId: 'createTable',
        summary: 'Upload a table',
        description:
          'A file as multipart form or as raw body: CSV, TSV, NDJSON, a JSON array of objects, Parquet, or an Excel workbook (.xlsx); any of them also packed with gzip.',
        consumes: fileTypes,
        params: projectPath,
        querystring: uploadFields,
        response: {
          201: tableRecord,
          ...problems(
            ...keyFaults,
            'invalid_input',
            'unreadable_file',
            'rows_do_not_fit',
            'project_not_found',
            'name_taken',
            'wrong_state',
            'upload_too_large',
            'project_full',
          ),
        },
      },
      config: { action: 'tables.create', idempotent: true },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      if (!request.query.replace) await requireFreeName(ctx, request.params.projectName, request.query.name);
      const record = await withUpload(ctx, request.params.projectName, request, ({ name, replaces, ...file }) => {
        if (name === undefined) throw invalidField('?name', 'is required: the name of the table', 'required');
        const write = replaces ? replaceTable : createTable;
        return write(ctx, { project: request.params.projectName, table: name }, file, signalOf(reply));
      });
      reply.code(201).header('location', `/api/projects/${record.project}/tables/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );

  app.post(
    `${collection}/preview`,
    {
      schema: {
        tags: ['Tables'],
        operationId: 'previewTable',
        summary: 'See how a file would be read',
        description:
          'Reads a file as an upload does, with the same options, and keeps nothing: columns, dialect, warnings, and the first rows. It costs as much as an upload of what is sent, so send the beginning of a large text with `cut`; the upload decides types on all rows.',
        consumes: fileTypes,
        params: projectPath,
        querystring: previewFields,
        response: {
          200: tablePreview,
          ...problems('invalid_input', 'unreadable_file', 'rows_do_not_fit', 'project_not_found', 'upload_too_large'),
        },
      },
      config: { action: 'tables.preview' },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      const { projectName } = request.params;
      const { rows = 20, cut = false, ...query } = request.query;
      const preview = ({ name: _, replaces: __, ...file }: Upload) =>
        previewTable(ctx, projectName, { ...file, rows, cut }, signalOf(reply));
      return withUpload(ctx, projectName, request, preview, query);
    },
  );

  app.post(
    `${path}/rows`,
    {
      schema: {
        tags: ['Tables'],
        operationId: 'appendRows',
        summary: 'Append rows to a table',
        description: 'All rows of the file, or none when one does not fit the columns of the table.',
        consumes: fileTypes,
        params: tablePath,
        querystring: appendFields,
        response: {
          200: tableRecord,
          ...problems(
            ...keyFaults,
            'invalid_input',
            'unreadable_file',
            'rows_do_not_fit',
            ...missing,
            'upload_too_large',
            'project_full',
          ),
        },
      },
      config: { action: 'tables.append', idempotent: true },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      await getTable(ctx, addressOf(request.params)); // refuses a missing table before gigabytes are received
      const record = await withUpload(ctx, request.params.projectName, request, ({ name: _, replaces: __, ...file }) =>
        appendToTable(ctx, addressOf(request.params), file, signalOf(reply)),
      );
      return sendRecord(request, reply, record);
    },
  );
}
