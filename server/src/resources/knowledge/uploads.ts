import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../errors.ts';
import { parseJsonBody } from '../../http/request/json-body.ts';
import { announcedBytes, type SpooledUpload, withSpooledUpload } from '../../http/request/uploads.ts';
import { compileCheck } from '../../http/request/validation.ts';
import { openRoom } from '../projects/stored-bytes.ts';
import type { KnowledgeServices } from './context.ts';
import type { NewDocument } from './documents.ts';
import type { DocumentFormat } from './reading/messages.ts';
import { type DocumentCreation, statedMetadata, uploadFields } from './schemas.ts';

const checkFields = compileCheck(uploadFields, 'text');
const checkMetadata = compileCheck(statedMetadata, 'json');

const formatOfType: Record<string, DocumentFormat> = {
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/csv': 'csv',
};
/** Content types of a raw body. */
export const documentTypes = ['application/json', 'multipart/form-data', ...Object.keys(formatOfType)];

const formatOfEnding: Record<string, DocumentFormat> = {
  txt: 'text',
  text: 'text',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  pdf: 'pdf',
  docx: 'docx',
  csv: 'csv',
};

/** Converts a document in a JSON body. */
export function writtenDocument({ content, format, ...rest }: DocumentCreation): NewDocument {
  const told = formatOfName(rest.name);
  const isFile = told === 'pdf' || told === 'docx'; // the caller has already extracted its text
  return {
    ...rest,
    format: format ?? (told === undefined || isFile ? 'markdown' : told),
    source: { text: content },
    byteSize: Buffer.byteLength(content),
  };
}

/** Runs `work` with an uploaded document, and deletes its file afterwards. */
export async function withUploadedDocument<Result>(
  { database, temporaryDirectory, limits }: Pick<KnowledgeServices, 'database' | 'limits' | 'temporaryDirectory'>,
  projectId: string,
  request: FastifyRequest,
  use: (document: NewDocument) => Promise<Result>,
): Promise<Result> {
  const limit = { name: 'document_bytes', value: limits.of(projectId).document_bytes } as const;
  using room = await openRoom({ database, limits }, { id: projectId }, announcedBytes(request));
  const options = { folder: temporaryDirectory, limit, take: room.take };
  return await withSpooledUpload(request, options, async (spooled) =>
    use(documentOf(spooled, request.query as object)),
  );
}

function documentOf({ path, byteSize, fileName, mediaType, fields }: SpooledUpload, query: object): NewDocument {
  const said = checkFields({ ...query, ...fields });
  const name = said.name ?? checkFields({ name: fileName?.replace(/^.*[\\/]/, '') }).name;
  if (name === undefined) throw invalidField('?name', 'is required: the name of the document', 'required');
  const format = said.format ?? formatOfName(fileName ?? '') ?? formatOfType[mediaType] ?? formatOfName(name);
  if (format === undefined)
    throw invalidField('?format', 'is required, because neither name nor content type shows it', 'required');
  return {
    name,
    format,
    title: said.title,
    metadata: said.metadata === undefined ? undefined : parseMetadata(said.metadata),
    replace: said.replace,
    source: { path },
    byteSize,
  };
}

/** The format that a name shows, or else a content type. */
export function formatOfFile(name: string, mediaType: string): DocumentFormat | undefined {
  return formatOfName(name) ?? formatOfType[mediaType.split(';')[0].trim()];
}

function formatOfName(name: string): DocumentFormat | undefined {
  return formatOfEnding[/\.([a-z]{2,8})$/i.exec(name)?.[1].toLowerCase() ?? ''];
}

function parseMetadata(text: string): Record<string, unknown> {
  try {
    return checkMetadata(parseJsonBody(text));
  } catch {
    throw invalidField('?metadata', 'must be a JSON object, such as {"topic":"leases"}', 'wrong_format');
  }
}
