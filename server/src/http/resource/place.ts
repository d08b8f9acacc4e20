import { type TObject, Type } from 'typebox';
import { type ErrorCode, errorCatalog } from '../../errors.ts';
import { type Action, permissions } from '../request/permissions.ts';
import type { Wording } from './resource.ts';

export type OperationName = 'list' | 'create' | 'read' | 'update' | 'delete';

/** What the operations of a resource share, derived from its data. */
export interface Place {
  name: string;
  tag: string;
  collection: string;
  one: string;
  /** Parameters of the path of one record, and of the collection. */
  params: TObject;
  parentParams: TObject | undefined;
  record: TObject;
  /** Error codes of a missing record or parent. */
  missing: ErrorCode[];
  parentMissing: ErrorCode[];
  preferredKey: 'id' | 'name';
  wrapped: boolean;
  /** Returns the part of the record that its ETag covers. */
  versionOf(record: object): object;
}

interface PlaceData {
  name: string;
  tag: string;
  path: string;
  params: TObject;
  record: TObject;
  unversioned?: readonly string[];
  wrapped?: false;
  locatedBy?: 'id';
}

export function placeOf({ name, tag, path, params, record, unversioned = [], wrapped, locatedBy }: PlaceData): Place {
  const missing = [...path.matchAll(/(\w+?)s?\/:/g)].map(([, holder]) => notFound(holder));
  const parents = Object.entries(params.properties).slice(0, -1);
  return {
    name,
    tag,
    collection: path.slice(0, path.lastIndexOf('/')),
    one: path,
    params,
    parentParams: parents.length > 0 ? Type.Object(Object.fromEntries(parents)) : undefined,
    record,
    missing,
    parentMissing: missing.slice(0, -1),
    preferredKey: locatedBy ?? 'name',
    wrapped: wrapped ?? true,
    versionOf: (one) => (unversioned.length === 0 ? one : without(one, unversioned)),
  };
}

function without(record: object, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

function notFound(holder: string): ErrorCode {
  const code = `${holder}_not_found`;
  if (code in errorCatalog) return code as ErrorCode;
  throw new Error(`the catalogue of errors lacks ${code}`);
}

function actionOf(place: Place, operation: OperationName): Action {
  const action = `${place.name}s.${operation}`;
  if (action in permissions) return action as Action;
  throw new Error(`the table of permissions lacks ${action}`);
}

/** Starts of operation IDs and summaries. */
const words = {
  list: {
    id: 'list',
    summary: 'List',
    description:
      'All of them, or a page of `limit`; then the header `Link` with `rel="next"` names the next page, by its `cursor`.',
  },
  create: {
    id: 'create',
    summary: 'Create',
    description: 'Answers with the record; its address is in `Location`. A name that is taken is refused.',
  },
  read: {
    id: 'get',
    summary: 'Read',
    description: 'By name or ID. Its `ETag`, sent as `If-Match`, makes a later change fail when somebody was faster.',
  },
  update: {
    id: 'update',
    summary: 'Change',
    description: 'Fields that are left out stay as they are. With `If-Match` a record that changed since is refused.',
  },
  delete: {
    id: 'delete',
    summary: 'Delete',
    description: 'For good. With `If-Match` a record that changed since it was read is refused.',
  },
} as const satisfies Record<OperationName, { id: string; summary: string; description: string }>;

/** Returns the common part of every operation's route: permission, documentation and parameters. */
export function describeOperation(place: Place, operation: OperationName, wording: Wording) {
  const { name, tag, params, parentParams } = place;
  const { id, summary, description } = words[operation];
  const isOfAll = operation === 'list' || operation === 'create';
  const noun = operation === 'list' ? `${name}s` : name;
  const spoken = noun.replaceAll('_', ' ');
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  const usedParams = isOfAll ? parentParams : params;
  return {
    action: wording.action ?? actionOf(place, operation),
    schema: {
      tags: [tag],
      operationId: wording.operationId ?? `${id}${pascal(noun)}`,
      summary: wording.summary ?? (operation === 'list' ? `${summary} ${spoken}` : `${summary} ${article} ${spoken}`),
      description: wording.description ?? description,
      ...(usedParams ? { params: usedParams } : {}),
    },
  };
}

function pascal(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
