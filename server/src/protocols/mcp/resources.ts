import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { type Action, permissionFor } from '../../http/request/permissions.ts';
import { requirePermission } from '../../resources/keys/authorize.ts';
import { listDocuments, readDocumentText } from '../../resources/knowledge/documents.ts';
import { listKnowledgeBases } from '../../resources/knowledge/service.ts';
import { listProjects } from '../../resources/projects/service.ts';
import { listTables, readTableRows } from '../../resources/tables/service.ts';
import type { McpContext } from './context.ts';
import { firstByName } from './tool.ts';

/** Maximum rows of a table in its resource; queries read others. */
const shownRows = 50;
const shownBytes = 256 * 1024;

interface Listed {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

/** Adds tables and documents as MCP resources, which a client shows its user or adds to a prompt. */
export function addResources(server: Server, ctx: McpContext): void {
  server.setRequestHandler('resources/list', async () => ({ resources: await listResources(ctx) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => ({
    contents: [await readResource(ctx, uri, mcpReq.signal)],
  }));
}

async function listResources(ctx: McpContext): Promise<Listed[]> {
  if (!may(ctx, 'tables.list') || !may(ctx, 'documents.list')) return [];
  const { items } = await listProjects(ctx, firstByName);
  const all = await Promise.all(
    items.map(async ({ name }) => [...(await tablesOf(ctx, name)), ...(await documentsOf(ctx, name))]),
  );
  return all.flat();
}

async function tablesOf(ctx: McpContext, project: string): Promise<Listed[]> {
  const { items } = await listTables(ctx, project, firstByName);
  return items.map(({ name, row_count, columns }) => ({
    uri: uriOf(project, 'tables', name),
    name: `${project}/${name}`,
    title: `Table ${name}`,
    description: `${row_count} rows of ${columns.map((column) => column.name).join(', ')}`.slice(0, 500),
    mimeType: 'application/json',
  }));
}

async function documentsOf(ctx: McpContext, project: string): Promise<Listed[]> {
  const { items: bases } = await listKnowledgeBases(ctx, project, firstByName);
  const all = await Promise.all(
    bases.map(async (base) => {
      const { items } = await listDocuments(ctx, { project, base: base.name }, firstByName);
      return items.map(({ name, title }) => ({
        uri: uriOf(project, 'knowledge_bases', base.name, name),
        name: `${project}/${base.name}/${name}`,
        title: title ?? name,
        description: `A document of the knowledge base ${base.name}.`,
        mimeType: 'text/plain',
      }));
    }),
  );
  return all.flat();
}

function uriOf(...parts: string[]): string {
  return `sibyl://${parts.map(encodeURIComponent).join('/')}`;
}

interface ResourceText {
  uri: string;
  mimeType: string;
  text: string;
}

async function readResource(ctx: McpContext, uri: string, signal: AbortSignal): Promise<ResourceText> {
  const [project, kind, one, document, ...rest] = partsOf(uri);
  try {
    if (kind === 'tables' && one !== undefined && document === undefined) {
      requirePermission(ctx, 'tables.read_rows');
      const page = { offset: 0, limit: shownRows, mostBytes: shownBytes };
      const { pieces } = await readTableRows(ctx, { project, table: one }, page, signal);
      return {
        uri,
        mimeType: 'application/json',
        text: `[${pieces.map((piece) => Buffer.from(piece).toString()).join(',')}]`,
      };
    }
    if (kind === 'knowledge_bases' && document !== undefined && rest.length === 0) {
      requirePermission(ctx, 'documents.read');
      return { uri, mimeType: 'text/plain', text: await readDocumentText(ctx, { project, base: one, document }) };
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${uri.slice(0, 200)}.`);
}

function partsOf(uri: string): string[] {
  try {
    return uri.startsWith('sibyl://') ? uri.slice(8).split('/').map(decodeURIComponent) : [];
  } catch {
    return [];
  }
}

function may({ role }: Caller, action: Action): boolean {
  const { roles } = permissionFor(action);
  return roles === 'anybody' || roles.includes(role);
}
