import { invalidField } from '../../../errors.ts';
import { readText } from '../foreign/read-text.ts';
import { type Budget, inlineReferences } from './inline-references.ts';
import type { HttpRequest } from './request.ts';

type Tree = Readonly<Record<string, unknown>>;

export interface OpenApiService {
  /** The first absolute server URL of the document. */
  server: string | undefined;
  requests: HttpRequest[];
  /** Whether schemas were too large, so that they take any value. */
  isCut: boolean;
}

const pointer = '/params/openapi';
const methods = ['get', 'post', 'put', 'patch', 'delete'];
const mostOperations = 50;
const mostParameters = 200;
/** Of what is inlined in one operation, and in all together: less than a tool's schema may have. */
const ofOperation = { nodes: 3000, characters: 60_000 };
const ofDocument = { nodes: 30_000, characters: 600_000 };

interface Operation {
  id: string;
  method: string;
  path: string;
  tree: Tree;
  /** Parameters shared by all operations of the path. */
  shared: unknown;
}

/** Reads operations of an OpenAPI 3 document: the listed ones, or all that only read. */
export function readOpenApi(given: object | string, listed: readonly string[] | undefined): OpenApiService {
  const document = readDocument(given);
  const operations = operationsOf(document);
  const missing = listed?.find((id) => !operations.some((operation) => operation.id === id));
  if (missing !== undefined) throw unknownOperation(missing, listed!.indexOf(missing), operations);
  const chosen = operations.filter(({ id, method }) => listed?.includes(id) ?? method === 'get');
  if (chosen.length === 0) throw invalidField(pointer, 'has no GET operation; name others in operations');
  if (chosen.length > mostOperations)
    throw invalidField('/params/operations', `is required: the document has more than ${mostOperations}`, 'required');
  const budget = { ...ofDocument, isCut: false };
  const requests = chosen.map((operation) => requestOf(document, operation, budget));
  return { server: serverOf(document), requests, isCut: budget.isCut };
}

function readDocument(given: object | string): Tree {
  const document: unknown = typeof given === 'string' ? readText(given, pointer) : given;
  const version = isTree(document) ? document.openapi : undefined;
  if (typeof version === 'number')
    throw invalidField(pointer, `has the number ${version} as its version; quote it: openapi: "3.1.0"`, 'wrong_format');
  if (!isTree(document) || typeof version !== 'string' || !/^3\.\d/.test(version))
    throw invalidField(pointer, 'must be an OpenAPI document of version 3, with `openapi: 3.…`', 'wrong_format');
  return document;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function treeOf(value: unknown): Tree {
  return isTree(value) ? value : {};
}

function operationsOf(document: Tree): Operation[] {
  return Object.entries(treeOf(document.paths)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const tree = treeOf(item)[method];
      if (!isTree(tree) || !path.startsWith('/')) return [];
      const id = nameIn(tree.operationId) ?? `${method}_${path}`.replace(/\W+/g, '_');
      return [{ id, method, path, tree, shared: treeOf(item).parameters }];
    }),
  );
}

/** A name of digits only is a number in YAML. */
function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function unknownOperation(id: string, index: number, operations: readonly Operation[]) {
  const known = operations.slice(0, 30).map((operation) => operation.id.slice(0, 100));
  return invalidField(
    `/params/operations/${index}`,
    `is not an operation of the document: ${id}; it has ${known.join(', ')}`,
    'not_allowed',
  );
}

function serverOf({ servers }: Tree): string | undefined {
  const urls = Array.isArray(servers) ? servers.map((server) => treeOf(server).url) : [];
  return urls.find((url): url is string => typeof url === 'string' && /^https?:\/\/[^{}]+$/.test(url));
}

function requestOf(document: Tree, { id, method, path, tree, shared }: Operation, whole: Budget): HttpRequest {
  const parameters = [shared, tree.parameters].flatMap((list) => (Array.isArray(list) ? list : []));
  if (parameters.length > mostParameters)
    throw invalidField(pointer, `has the operation ${id} with more than ${mostParameters} parameters`, 'too_long');
  const nodes = Math.min(ofOperation.nodes, whole.nodes);
  const characters = Math.min(ofOperation.characters, whole.characters);
  const budget: Budget = { nodes, characters, isCut: whole.isCut };
  const read = parameters.flatMap((parameter) => parameterOf(inlineReferences(document, parameter, budget)));
  const body = bodyOf(inlineReferences(document, tree.requestBody, budget));
  whole.nodes -= nodes - budget.nodes;
  whole.characters -= characters - budget.characters;
  whole.isCut = budget.isCut;
  const description = [tree.summary, tree.description].filter((text) => typeof text === 'string').join(' ');
  return {
    name: id.slice(0, 200),
    description: (description || `${method.toUpperCase()} ${path}`).slice(0, 1000),
    method: method.toUpperCase(),
    path,
    parameters: read,
    ...(body ? { body } : {}),
  };
}

/** Headers and cookies are set by the skill, not by the language model. */
function parameterOf(value: unknown): HttpRequest['parameters'] {
  const { name: given, in: place, description, required, schema } = treeOf(value);
  const name = nameIn(given);
  if (name === undefined || (place !== 'path' && place !== 'query')) return [];
  const meaning = typeof description === 'string' ? { description: description.slice(0, 1000) } : {};
  return [{ name, in: place, required: required === true, schema: treeOf(schema), ...meaning }];
}

function bodyOf(value: unknown): Tree | undefined {
  const content = treeOf(treeOf(value).content);
  const json = Object.keys(content).find((type) => /[/+]json\b/.test(type));
  return json === undefined ? undefined : treeOf(treeOf(content[json]).schema);
}
