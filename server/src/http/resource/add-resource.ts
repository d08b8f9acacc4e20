import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Caller } from '../../caller.ts';
import type { App } from '../reply/app.ts';
import { requireFresh, sendRecord } from '../reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems } from '../reply/schemas.ts';
import { signalOf } from '../request/abort.ts';
import { contextOf } from '../request/caller.ts';
import { listingOf, listQuery, sendPage } from '../request/listing.ts';
import { leaveUnreadFrom, RawJsonBody } from '../request/unread-body.ts';
import { unwrapBody } from '../request/unwrap-body.ts';
import { validateWhatIsRead } from '../request/validation.ts';
import { addressOf } from './address.ts';
import { describeOperation, type Place, placeOf } from './place.ts';
import { repeatStale } from './repeat-stale.ts';
import type {
  CreateOperation,
  DeleteOperation,
  ListOperation,
  ReadOperation,
  Resource,
  UpdateOperation,
} from './resource.ts';

/** Adds a route for each operation of the resource. */
export function addResource<
  Services extends object,
  const Path extends string,
  Item extends TObject,
  Creation extends TSchema,
  Change extends TObject,
  Filter extends TObject,
  Removal extends TObject,
>(app: App, services: Services, resource: Resource<Services, Path, Item, Creation, Change, Filter, Removal>): void {
  const place = placeOf(resource);
  if (resource.list) addList(app, services, place, resource.list);
  if (resource.create) addCreate(app, services, place, resource.create);
  if (resource.read) addRead(app, services, place, resource.read);
  if (resource.update) addUpdate(app, services, place, resource.update);
  if (resource.delete) addDelete(app, services, place, resource.delete);
}

/** Requests were validated by the route's schema, so the casts below are safe. */
type Params = Record<string, string>;

function addList<Services extends object, Parent, Item, Query extends TObject>(
  app: App,
  services: Services,
  place: Place,
  { query: querystring, verb, faults = [], ...wording }: ListOperation<Services & Caller, Parent, Item, Query>,
): void {
  const { action, schema } = describeOperation(place, 'list', wording);
  const response = {
    200: Type.Array(place.record),
    ...problems('invalid_input', ...place.parentMissing, ...faults),
  };
  app.route<{ Params: Params }>({
    method: 'GET',
    url: place.collection,
    schema: { ...schema, querystring: querystring ?? listQuery, response },
    config: { action },
    handler: async (request, reply) => {
      const query = request.query as Static<Query> & Static<typeof listQuery>;
      const parent = addressOf(request.params) as Parent;
      const page = await verb(contextOf(request, services), parent, listingOf(query), query);
      return sendPage(request, reply, page);
    },
  });
}

function addCreate<Services extends object, Parent, Item, Body extends TSchema>(
  app: App,
  services: Services,
  place: Place,
  {
    body,
    secretAnswer,
    verb,
    verbOfUnread,
    faults = [],
    ...wording
  }: CreateOperation<Services & Caller, Parent, Item, Body>,
): void {
  const { action, schema } = describeOperation(place, 'create', wording);
  const limited = place.parentMissing.length > 0 ? (['too_many_records'] as const) : [];
  const failures = problems(...keyFaults, ...bodyFaults, ...place.parentMissing, ...faults, 'name_taken', ...limited);
  const unread = verbOfUnread && { config: { leaveUnreadFrom }, validator: { validatorCompiler: validateWhatIsRead } };
  app.route<{ Params: Params }>({
    method: 'POST',
    url: place.collection,
    schema: { ...schema, body, response: { 201: secretAnswer ?? place.record, ...failures } },
    config: { action, idempotent: true, answersSecret: secretAnswer !== undefined, ...unread?.config },
    ...unread?.validator,
    preValidation: place.wrapped ? [unwrapBody(place.name)] : [],
    handler: async (request, reply) => {
      const parent = addressOf(request.params) as Parent;
      const ctx = contextOf(request, services);
      const record =
        request.body instanceof RawJsonBody && verbOfUnread
          ? await verbOfUnread(ctx, parent, request.body)
          : await verb(ctx, parent, request.body as Static<Body>, () => signalOf(reply));
      reply.code(201).header('location', locationOf(place, record));
      if (secretAnswer) return reply.header('cache-control', 'no-store').send(record);
      return sendRecord(request, reply, record, place.versionOf(record));
    },
  });
}

/** Uses the current names of records, even if the request named IDs. */
function locationOf({ collection, preferredKey }: Place, record: object): string {
  const fields = new Map<string, unknown>(Object.entries(record));
  return `${collection.replace(/:(\w+)Name/g, (_, parent) => String(fields.get(parent)))}/${fields.get(preferredKey)}`;
}

function addRead<Services extends object, Address, Item>(
  app: App,
  services: Services,
  place: Place,
  { answer, verb, faults = [], ...wording }: ReadOperation<Services & Caller, Address, Item>,
): void {
  const { action, schema } = describeOperation(place, 'read', wording);
  app.route<{ Params: Params }>({
    method: 'GET',
    url: place.one,
    schema: { ...schema, response: { 200: answer ?? place.record, ...problems(...place.missing, ...faults) } },
    config: { action },
    handler: async (request, reply) => {
      const record = await verb(contextOf(request, services), addressOf(request.params) as Address);
      return sendRecord(request, reply, record, place.versionOf(record));
    },
  });
}

function addUpdate<Services extends object, Address, Item, Body extends TObject>(
  app: App,
  services: Services,
  place: Place,
  { body, verb, faults = [], ...wording }: UpdateOperation<Services & Caller, Address, Item, Body>,
): void {
  const { action, schema } = describeOperation(place, 'update', wording);
  const taken = 'name' in body.properties ? (['name_taken'] as const) : [];
  const failures = problems(...bodyFaults, ...place.missing, ...faults, ...taken, 'stale_record');
  app.route<{ Params: Params }>({
    method: 'PUT',
    url: place.one,
    schema: { ...schema, body, response: { 200: place.record, ...failures } },
    config: { action },
    preValidation: place.wrapped ? [unwrapBody(place.name)] : [],
    handler: async (request, reply) => {
      const check = (current: Item) => requireFresh(request, place.versionOf(current as object));
      const address = addressOf(request.params) as Address;
      const ctx = contextOf(request, services);
      const record = await repeatStale(request, () =>
        verb(ctx, address, request.body as Static<Body>, check, () => signalOf(reply)),
      );
      return sendRecord(request, reply, record, place.versionOf(record));
    },
  });
}

function addDelete<Services extends object, Address, Item, Query extends TObject>(
  app: App,
  services: Services,
  place: Place,
  { query, verb, faults = [], ...wording }: DeleteOperation<Services & Caller, Address, Item, Query>,
): void {
  const { action, schema } = describeOperation(place, 'delete', wording);
  const response = { 204: emptyAnswer, ...problems(...place.missing, ...faults, 'stale_record') };
  app.route<{ Params: Params }>({
    method: 'DELETE',
    url: place.one,
    schema: { ...schema, ...(query ? { querystring: query } : {}), response },
    config: { action },
    handler: async (request, reply) => {
      const check = (current: Item) => requireFresh(request, place.versionOf(current as object));
      const address = addressOf(request.params) as Address;
      await verb(contextOf(request, services), address, check, request.query as Static<Query>);
      return reply.code(204).send(null);
    },
  });
}
