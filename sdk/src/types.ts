import type { components, operations } from './generated/api.ts';

type Schemas = components['schemas'];

/** Name of an operation in `openapi.json`. */
export type OperationId = keyof operations;

type Place<Id extends OperationId, Key extends 'path' | 'query'> = NonNullable<operations[Id]['parameters'][Key]>;
type Json<Part> = Part extends { content: { 'application/json': infer Value } } ? Value : never;

/** The query string of an operation. Dates, lists and objects are encoded automatically. */
export type Query<Id extends OperationId> = [Place<Id, 'query'>] extends [never]
  ? Record<string, never>
  : { [Key in keyof Place<Id, 'query'>]: QueryValue<Place<Id, 'query'>[Key]> };
type QueryValue<Value> = string extends Value ? Value | Date | readonly string[] | Record<string, string> : Value;

/** The JSON body of an operation. */
export type Body<Id extends OperationId> = Json<NonNullable<operations[Id]['requestBody']>>;

/** Content of a file: text, bytes, a form's file, or a stream of any runtime. Never a path. */
export type Source =
  | string
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

type PathInput<Id extends OperationId> = [Place<Id, 'path'>] extends [never]
  ? unknown
  : { path: { [Key in keyof Place<Id, 'path'>]: Place<Id, 'path'>[Key] } };
type BodyInput<Id extends OperationId> = [Body<Id>] extends [never]
  ? { body?: Exclude<Source, string> | FormData }
  : operations[Id] extends { requestBody: object }
    ? { body: Body<Id> | Exclude<Source, string> | FormData }
    : { body?: Body<Id> };

/** The input of an operation. */
export type Input<Id extends OperationId> = PathInput<Id> & BodyInput<Id> & { query?: Query<Id> } & CallOptions;
/** Optional when nothing is required. */
export type InputArguments<Id extends OperationId> =
  Record<never, never> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>];

type Answered<Part> = Part extends { content: infer Content }
  ? Content extends { 'application/json': infer Value }
    ? Value
    : Content extends { 'application/octet-stream': unknown } | { 'text/event-stream': unknown }
      ? Response
      : string
  : undefined;
type SuccessOf<Responses> = { [Status in keyof Responses & (200 | 201 | 202 | 204)]: Answered<Responses[Status]> };
/** The result of an operation: JSON as a value, text as a string, a file as a `Response`, undefined for no content. */
export type Result<Id extends OperationId> = SuccessOf<operations[Id]['responses']>[keyof SuccessOf<
  operations[Id]['responses']
>];

/** Operations that respond in pages. */
export type ListId = {
  [Id in OperationId]: Place<Id, 'query'> extends { cursor?: string; limit?: number } ? Id : never;
}[OperationId];
export type ItemOf<Id extends ListId> = Result<Id> extends readonly (infer Item)[] ? Item : never;

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, its waits and its streams. */
  signal?: AbortSignal | undefined;
  /** Further headers, such as `If-Match`. */
  headers?: Record<string, string> | undefined;
  /** How often the call is retried after a temporary failure. */
  retries?: number | undefined;
  /** Milliseconds until the response must begin, for each attempt. */
  timeout?: number | undefined;
  /** Replaces the key that is generated for each call. */
  idempotencyKey?: string | undefined;
  /** Called while the body is sent. */
  onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface UploadProgress {
  /** Bytes sent so far. */
  loaded: number;
  /** Total bytes; undefined for a stream. */
  total: number | undefined;
}

export type Problem = Schemas['Problem'];
export type Project = Schemas['Project'];
/** What a key may do: `x-action` of the operations. */
export type Action = Schemas['Session']['may'][number];
export type Table = Schemas['Table'];
export type TrashEntry = Schemas['TrashEntry'];
/** Names of the records that need a record. */
export type Uses = Schemas['Uses'];
/** What a record lacks to work. */
export type Broken = Schemas['Broken'];
export type TablePreview = Schemas['TablePreview'];
export type Connection = Schemas['Connection'];
export type Model = Schemas['Model'];
export type ModelOptions = Schemas['ModelOptions'];
export type Monitoring = Schemas['Monitoring'];
export type MonitoringWindow = Schemas['MonitoringWindow'];
export type MonitorChange = Schemas['MonitorChange'];
export type RetrainingSchedule = Schemas['RetrainingSchedule'];
export type PredictParams = NonNullable<Schemas['PredictRequest']['params']>;
export type Skill = Schemas['Skill'];
export type Agent = Schemas['Agent'];
export type Completion = Schemas['Completion'];
export type Conversation = Schemas['Conversation'];
export type KnowledgeBase = Schemas['KnowledgeBase'];
export type Document = Schemas['Document'];
export type Passage = Schemas['Passage'];
export type Chatbot = Schemas['Chatbot'];
export type Webhook = Schemas['Webhook'];
export type Key = Schemas['Key'];
export type Event = Schemas['Event'];
export type Session = Schemas['Session'];
export type Row = Record<string, unknown>;
