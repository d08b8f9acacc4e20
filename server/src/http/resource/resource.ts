import type { Static, TObject, TSchema } from 'typebox';
import type { Caller } from '../../caller.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Listing, Page } from '../../platform/db/listing.ts';
import type { Check } from '../../platform/records/check.ts';
import type { listQuery } from '../request/listing.ts';
import type { Action } from '../request/permissions.ts';
import type { RawJsonBody } from '../request/unread-body.ts';
import type { AddressIn, ParentIn } from './address.ts';

/** Returns the signal that is aborted when the sender leaves; work that may take long ends with it. */
type Leaving = () => AbortSignal;

/** The documentation of an operation where the default does not fit. */
export interface Wording {
  action?: Action;
  operationId?: string;
  summary?: string;
  description?: string;
  /** Further errors of the operation, in the order of the document. */
  faults?: readonly ErrorCode[];
}

export interface ListOperation<Context, Parent, Item, Query extends TObject> extends Wording {
  /** Further filters of the list. */
  query?: Query;
  verb: (ctx: Context, parent: Parent, listing: Listing, query: Static<Query>) => Promise<Page<Item>>;
}

export interface CreateOperation<Context, Parent, Item, Body extends TSchema> extends Wording {
  body: Body;
  /** The record with a secret that no later response shows. */
  secretAnswer?: TObject;
  verb: (ctx: Context, parent: Parent, body: Static<Body>, leaving: Leaving) => Promise<Item & object>;
  /** What takes a long body whose rows are read elsewhere. */
  verbOfUnread?: (ctx: Context, parent: Parent, body: RawJsonBody) => Promise<Item & object>;
}

export interface ReadOperation<Context, Address, Item> extends Wording {
  /** The record where it has more fields than in a list. */
  answer?: TObject;
  verb: (ctx: Context, address: Address) => Promise<Item & object>;
}

export interface UpdateOperation<Context, Address, Item, Body extends TObject> extends Wording {
  body: Body;
  verb: (
    ctx: Context,
    address: Address,
    body: Static<Body>,
    check: Check<Item>,
    leaving: Leaving,
  ) => Promise<Item & object>;
}

export interface DeleteOperation<Context, Address, Item, Query extends TObject> extends Wording {
  query?: Query;
  verb: (ctx: Context, address: Address, check: Check<Item>, query: Static<Query>) => Promise<void>;
}

/** The records of one kind and their operations; an absent operation has no route, or a route of its own. */
export interface Resource<
  Services extends object,
  Path extends string,
  Item extends TObject,
  Creation extends TSchema,
  Change extends TObject,
  Filter extends TObject = typeof listQuery,
  Removal extends TObject = TObject,
> {
  /** In the singular: it names actions (`webhooks.create`), errors (`webhook_not_found`) and wrappers of bodies. */
  name: string;
  tag: string;
  /** The address of one record. */
  path: Path;
  params: TObject;
  record: Item;
  /** Fields that change without a change of the record, which the ETag ignores. */
  unversioned?: readonly string[];
  /** False when no client wraps bodies: `{"webhook": {…}}`. */
  wrapped?: false;
  /** The identifier in the `Location` of a new record. */
  locatedBy?: 'id';
  list?: ListOperation<Services & Caller, ParentIn<Path>, Static<Item>, Filter>;
  create?: CreateOperation<Services & Caller, ParentIn<Path>, Static<Item>, Creation>;
  read?: ReadOperation<Services & Caller, AddressIn<Path>, Static<Item>>;
  update?: UpdateOperation<Services & Caller, AddressIn<Path>, Static<Item>, Change>;
  delete?: DeleteOperation<Services & Caller, AddressIn<Path>, Static<Item>, Removal>;
}
