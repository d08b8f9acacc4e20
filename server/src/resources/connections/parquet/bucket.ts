import { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { ServiceError } from '../../../errors.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import { cannotBeQueried } from '../failures.ts';
import { mostTableBytes, type RemoteFile, save } from './remote-files.ts';

export interface StoreParameters {
  endpoint?: string;
  region?: string;
  access_key_id?: string;
  secret_access_key?: string;
  session_token?: string;
}

/** What is used of the SDK's request. */
interface SignedRequest {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  method: string;
  headers: Record<string, string>;
}

const mostFiles = 1000;

/**
 * Opens an S3-compatible store. Its calls go through the service's rules for addresses, and use only the credentials of
 * the connection, never those of the service.
 */
export async function openStore(outgoing: Outgoing, parameters: StoreParameters): Promise<S3Client> {
  const { S3Client: Client } = await import('@aws-sdk/client-s3');
  const {
    endpoint,
    region = 'us-east-1',
    access_key_id: id,
    secret_access_key: key,
    session_token: token,
  } = parameters;
  const call = outgoing.fetcher({ reach: 'private', maxRedirects: 0, maxBytes: mostTableBytes });
  const config: S3ClientConfig = {
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: {
      accessKeyId: id ?? 'none',
      secretAccessKey: key ?? 'none',
      ...(token ? { sessionToken: token } : {}),
    },
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      async handle(request: SignedRequest, { abortSignal }: { abortSignal?: AbortSignal } = {}) {
        const { method, headers } = request;
        const sent = id === undefined ? withoutCredentials(headers) : headers;
        const answer = await call(urlOf(request), {
          method,
          headers: sent,
          ...(abortSignal ? { signal: abortSignal } : {}),
        });
        const body = answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as never);
        return { response: { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body } };
      },
    } as unknown as NonNullable<S3ClientConfig['requestHandler']>,
  };
  return new Client(config);
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
}

function urlOf({ protocol, hostname, port, path, query = {} }: SignedRequest): URL {
  const url = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) url.searchParams.append(name, one ?? '');
  return url;
}

/** Finds one file of a bucket, or all Parquet files below a folder. */
export async function findFiles(
  store: S3Client,
  { endpoint, region, access_key_id }: StoreParameters,
  location: string,
  signal: AbortSignal,
): Promise<RemoteFile[]> {
  const { hostname: bucket, pathname } = new URL(location);
  const prefix = decodeURIComponent(pathname.slice(1));
  const sdk = await import('@aws-sdk/client-s3');
  try {
    const command = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: mostFiles });
    const { Contents: contents = [], IsTruncated: hasMore } = await store.send(command, { abortSignal: signal });
    const isWanted = (key: string) => (prefix.endsWith('/') ? key.endsWith('.parquet') : key === prefix);
    const found = contents.filter(({ Key: key = '' }) => isWanted(key));
    if (hasMore && prefix.endsWith('/'))
      throw cannotBeQueried(`${location} has more than ${mostFiles} files`, 'tables');
    if (found.length === 0) throw cannotBeQueried(`there is no Parquet file at ${location}`, 'tables');
    return found.map(({ Key: key = '', ETag: tag = '', Size: byteSize = 0 }) => ({
      // Copies are shared: another store, or a key with other rights, may have the same location and tag.
      key: JSON.stringify([endpoint, region, access_key_id, location, key]),
      tag,
      byteSize,
      async fetch(path, ended) {
        const get = new sdk.GetObjectCommand({ Bucket: bucket, Key: key });
        const { Body: body } = await store.send(get, { abortSignal: ended }).catch((error) => {
          throw explainStoreFailure(error);
        });
        await save(body as Readable, path, ended, byteSize);
      },
    }));
  } catch (error) {
    signal.throwIfAborted();
    throw explainStoreFailure(error);
  }
}

const parametersByName: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'access_key_id',
  SignatureDoesNotMatch: 'secret_access_key',
  AccessDenied: 'access_key_id',
  NoSuchBucket: 'tables',
  NoSuchKey: 'tables',
  PermanentRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
};

function explainStoreFailure(error: unknown): unknown {
  if (error instanceof ServiceError && error.code !== 'remote_unreachable') return error;
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  // An answer without a body has no words, and the SDK's name for that is `Unknown`.
  const words =
    message === 'UnknownError' && status ? `the store answers ${status}` : `the store says: ${message} (${name})`;
  return cannotBeQueried(words, parametersByName[name] ?? 'endpoint', error);
}
