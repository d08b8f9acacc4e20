import type { ErrorObject } from 'ajv';
import type { InputFault } from '../../errors.ts';

/** The needed part of a validator's finding. `verbose` adds the schema and the value. */
export type Finding = Pick<ErrorObject, 'instancePath' | 'schemaPath' | 'keyword' | 'params'> &
  Partial<Pick<ErrorObject, 'message' | 'parentSchema' | 'data'>>;

/**
 * Converts a validator's findings into sentences for the caller; for a union, only those of the branch nearest to the
 * input.
 */
export function inputFaults(findings: readonly Finding[]): InputFault[] {
  const first = firstOf(findings);
  const unions = first.filter(({ keyword }) => keyword === 'anyOf');
  const innermostFirst = unions.toSorted((a, b) => b.schemaPath.length - a.schemaPath.length);
  return innermostFirst.reduce(settleUnion, first).map(describeFinding);
}

/** Each union is compared with each finding, and no more than a hundred faults are told. */
const mostFindings = 400;
const mostAncestors = 50;

/** Returns the first findings, and later ones of the values that contain theirs: a union is found behind its branches. */
function firstOf(findings: readonly Finding[]): Finding[] {
  const first = findings.slice(0, mostFindings);
  if (findings.length <= mostFindings) return first;
  const above = new Set(first.flatMap(({ instancePath }) => ancestorsOf(instancePath)));
  const rest = findings.slice(mostFindings).filter(({ instancePath }) => above.has(instancePath));
  return [...first, ...rest.slice(0, mostFindings)];
}

/** Returns the paths of a value and of those that contain it. */
function ancestorsOf(path: string): string[] {
  const paths = [''];
  for (let end = path.indexOf('/', 1); end > 0 && paths.length < mostAncestors; end = path.indexOf('/', end + 1))
    paths.push(path.slice(0, end));
  return [...paths, path];
}

/** Replaces findings in the branches of a union by those of one branch, or by one fault for the whole. */
function settleUnion(findings: Finding[], union: Finding): Finding[] {
  const inside = (one: Finding) => one !== union && isBelow(one.schemaPath, union.schemaPath) && isAt(one, union);
  const branches = [...Map.groupBy(findings.filter(inside), (one) => branchOf(one, union)).values()];
  const fitting = branches.filter((branch) => !branch.some((one) => isTypeOf(one, union) || isShutOut(one, union)));
  const nearest = nearestBranch(fitting);
  const others = findings.filter((one) => one !== union && !inside(one));
  return [...others, ...(nearest ?? [fitting.length === 0 ? typesOf(branches, union) : fieldAmiss(fitting, union)])];
}

function isBelow(path: string, parent: string): boolean {
  return path.startsWith(`${parent}/`);
}

function isAt(one: Finding, union: Finding): boolean {
  return one.instancePath === union.instancePath || isBelow(one.instancePath, union.instancePath);
}

function branchOf({ schemaPath }: Finding, union: Finding): string {
  return schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0];
}

function isTypeOf({ keyword, instancePath }: Finding, union: Finding): boolean {
  return keyword === 'type' && instancePath === union.instancePath;
}

/** Returns whether a branch excludes values with such fields by `not`. */
function isShutOut({ keyword, instancePath }: Finding, union: Finding): boolean {
  return keyword === 'not' && instancePath === union.instancePath;
}

/** The branch with fewer findings than the others; of as few, the one that got further into the value. */
function nearestBranch(branches: Finding[][]): Finding[] | undefined {
  const [first, second] = branches.toSorted((a, b) => a.length - b.length || depthOf(b) - depthOf(a));
  if (!first || !second) return first;
  return first.length !== second.length || depthOf(first) !== depthOf(second) ? first : undefined;
}

function depthOf(branch: readonly Finding[]): number {
  return Math.max(...branch.map(({ instancePath }) => instancePath.split('/').length));
}

/**
 * Names the field by which no branch fits: one that none knows, or one of several that belong to different branches; the
 * whole where there is none.
 */
function fieldAmiss(branches: Finding[][], union: Finding): Finding {
  const strays = branches.map((branch) => branch.filter((one) => isStray(one, union)));
  const named = strays.map((branch) => new Set(branch.map(({ params }) => params.additionalProperty)));
  const [unknown] = strays[0].filter(({ params }) => named.every((names) => names.has(params.additionalProperty)));
  const properties = Object.assign({}, ...strays.flat().map(({ parentSchema }) => parentSchema?.properties));
  if (unknown !== undefined) return { ...unknown, parentSchema: { properties } };
  const least = Math.min(...branches.map(({ length }) => length));
  const near = strays.filter(({ length }, at) => length === least && branches[at].length === least);
  const excluding = [...new Set(near.flat().map(({ params }) => params.additionalProperty))];
  if (near.length < 2 || excluding.length < 2) return union;
  return { ...union, keyword: 'excludes', params: { additionalProperty: excluding[0], excluding } };
}

function isStray({ keyword, instancePath }: Finding, union: Finding): boolean {
  return keyword === 'additionalProperties' && instancePath === union.instancePath;
}

/** Returns one fault with all accepted types, when no branch accepts this type. */
function typesOf(branches: Finding[][], union: Finding): Finding {
  const types = branches.flat().flatMap((one) => (isTypeOf(one, union) ? [one.params.type].flat() : []));
  return { ...union, keyword: 'type', params: { type: [...new Set(types)] } };
}

function describeFinding(finding: Finding): InputFault {
  const { instancePath, keyword, params } = finding;
  const field: unknown = params.additionalProperty ?? params.missingProperty;
  const pointer = field === undefined ? instancePath : `${instancePath}/${escapePointer(String(field))}`;
  return { pointer, code: keywordCodes[keyword] ?? 'invalid', detail: detailOf(finding) };
}

const keywordCodes: Record<string, string> = {
  additionalProperties: 'unknown_field',
  required: 'required',
  type: 'wrong_type',
  enum: 'not_allowed',
  pattern: 'wrong_format',
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  minItems: 'too_few',
  anyOf: 'not_allowed',
  excludes: 'not_allowed',
  maxItems: 'too_long',
  minProperties: 'too_few',
  maxProperties: 'too_long',
  uniqueItems: 'not_allowed',
};

/** What the fields of an object are called, where the schema knows them; others are named by the sender. */
function namesOf(schema: Finding['parentSchema']): string {
  const known = Object.keys((schema?.properties as object) ?? {});
  return known.length > 0 ? `of ${known.join(', ')}` : 'named field';
}

function detailOf({ keyword, params, parentSchema, data, message = 'is not valid' }: Finding): string {
  const { limit } = params;
  const meaning: unknown = parentSchema?.description;
  switch (keyword) {
    case 'additionalProperties':
      return `is not a known field${fieldsOf(parentSchema)}`;
    case 'required':
      return `is required${whatIs(params.missingProperty, parentSchema)}`;
    case 'type':
      return `must be ${[params.type].flat().map(nameType).join(' or ')}, got ${nameValue(data)}${formOf(params, parentSchema)}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items, got ${(data as unknown[]).length}`;
    case 'minProperties':
      return `must have at least ${limit} ${namesOf(parentSchema)}`;
    case 'maxProperties':
      return `must have at most ${limit} ${namesOf(parentSchema)}`;
    case 'uniqueItems':
      return `must not repeat an item: items ${params.j} and ${params.i} are equal`;
    case 'exclusiveMinimum':
      return `must be above ${limit}`;
    case 'exclusiveMaximum':
      return `must be below ${limit}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'excludes':
      return `has no place beside the others: give only one of ${params.excluding.join(', ')}`;
    case 'pattern':
      return `is not in the right form: ${meaning ?? params.pattern}`;
    case 'anyOf':
      return `fits none of the forms that are taken: ${meaning ?? message}`;
    default:
      return message;
  }
}

/** Says what an object holds to whoever sent something else. */
function formOf({ type }: Finding['params'], schema: Finding['parentSchema']): string {
  if (![type].flat().includes('object')) return '';
  return schema?.description ? `: ${schema.description.replace(/\.$/, '')}` : fieldsOf(schema);
}

const longestMeaning = 200;

/** Says what a missing field is for, by the first sentence of its description. */
function whatIs(name: string, parent: Finding['parentSchema']): string {
  const { description = '' }: { description?: string } = parent?.properties?.[name] ?? {};
  const [first] = description.split(/\.(?:\s|$)/);
  return first === '' || first.length > longestMeaning ? '' : `: ${first}`;
}

function fieldsOf(schema: Finding['parentSchema']): string {
  const fields = Object.keys(schema?.properties ?? {});
  return fields.length > 0 ? `; known are ${fields.join(', ')}` : '';
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

function nameType(type: unknown): string {
  return typeNames[String(type)] ?? String(type);
}

function nameValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (value === undefined) return 'nothing';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Escapes one segment of a JSON pointer (RFC 6901). */
export function escapePointer(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
