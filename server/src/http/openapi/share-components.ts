import { problemType } from '../reply/problem.ts';
import { commonFaults, sharedAs } from '../reply/schemas.ts';

const sharedTitle = /^[A-Z][A-Za-z]+$/;

type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

const sections = ['schemas', 'responses', 'parameters'] as const;
type Section = (typeof sections)[number];

/**
 * Moves named schemas, error responses and repeated parameters into `components` and leaves references, so that each is
 * in the document once and generated clients get a name for it.
 */
export function shareComponents(document: object): object {
  const { paths, components, ...rest } = JSON.parse(JSON.stringify(document)) as JsonObject;
  const shared: Record<Section, JsonObject> = { schemas: {}, responses: {}, parameters: {} };
  const parameters = repeatedParameters(paths);
  const walk = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isObject(node)) return node;
    const { [sharedAs]: given, ...copy } = mapValues(node, walk);
    const [section, name] = typeof given === 'string' ? (['schemas', given] as const) : placeOf(copy, parameters);
    if (section === undefined || name === undefined) return copy;
    return keep(shared[section], name, copy) && { $ref: `#/components/${section}/${name}` };
  };
  return { ...rest, paths: walk(paths), components: { ...(components as JsonObject), ...shared } };
}

function isObject(node: Json | undefined): node is JsonObject {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

function mapValues(node: JsonObject, map: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, map(value)]));
}

/** @throws Error when another node has the name already */
function keep(section: JsonObject, name: string, node: JsonObject): true {
  const known = section[name] ?? node;
  if (JSON.stringify(known) !== JSON.stringify(node)) throw new Error(`two shapes are shared as ${name}`);
  section[name] = node;
  return true;
}

type Place = readonly [section?: Section, name?: string];

/** Returns the section of `components` and the name under which a node is shared; nothing for a node that stays. */
function placeOf(node: JsonObject, parameters: ReadonlySet<string>): Place {
  const { title } = node;
  if (typeof title === 'string' && sharedTitle.test(title) && ('type' in node || 'anyOf' in node))
    return ['schemas', title];
  if (isProblem(node)) return ['responses', nameOfProblem(node)];
  return parameters.has(nameOfParameter(node)) ? ['parameters', nameOfParameter(node)] : [];
}

interface ProblemNode extends JsonObject {
  description: string;
  content: { [problemType]: { example: { status: number } } };
}

function isProblem(node: JsonObject): node is ProblemNode {
  return isObject(node.content) && Object.keys(node.content).join() === problemType;
}

/**
 * Names an error response by its status and codes, without common codes at the end: `404.table_not_found`. A new route
 * then renames no existing response.
 */
function nameOfProblem({ description, content }: ProblemNode): string {
  const codes = [...description.matchAll(/`(\w+)`: /g)].map(([, code]) => code);
  const common = commonFaults.filter((code) => codes.includes(code));
  const own = codes.findLastIndex((code, index) => code !== common[index - codes.length + common.length]) + 1;
  return [content[problemType].example.status, ...codes.slice(0, own)].join('.');
}

function nameOfParameter(node: JsonObject): string {
  return `${node.in}.${node.name}`;
}

/** Returns the names of parameters that several routes share unchanged. */
function repeatedParameters(paths: Json): Set<string> {
  const operations = Object.values(paths as JsonObject).flatMap((path) => Object.values(path as JsonObject));
  const all = operations.flatMap((operation) => ((operation as JsonObject).parameters ?? []) as JsonObject[]);
  const byName = [...Map.groupBy(all, nameOfParameter)];
  const repeated = byName.filter(
    ([, same]) => same.length > 1 && new Set(same.map((one) => JSON.stringify(one))).size === 1,
  );
  return new Set(repeated.map(([name]) => name));
}
