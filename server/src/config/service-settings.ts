import { isAbsolute } from 'node:path';
import { defaultDataDirectory } from '../release.ts';
import { readS3Address } from '../s3-address.ts';
import { isLoopbackHost, isNetwork } from './addresses.ts';
import { modelPrices } from './model-prices.ts';
import { choice, flag, gib, integer, list, maybe, mib, type Read, type Setting, text } from './readers.ts';

const outgoingAllowed: Setting<Read<readonly string[]>> = {
  variable: 'SIBYL_OUTGOING_ALLOWED',
  fallback: '',
  meaning: 'Non-public hosts, addresses and networks that skills and webhooks may call, comma-separated.',
  read: (raw) => {
    const items = raw.split(',').flatMap((item) => item.trim().toLowerCase() || []);
    const isKnown = (item: string) => isNetwork(item) || /^(?=.*[a-z])[a-z0-9.-]+$/.test(item);
    return items.every(isKnown)
      ? { value: items }
      : 'must be a list of host names, addresses and networks, such as api.lan,10.0.0.0/8';
  },
};

const connectionFolders: Setting<Read<readonly string[]>> = {
  variable: 'SIBYL_CONNECTION_FOLDERS',
  fallback: '',
  meaning:
    'Folders whose database files (SQLite, DuckDB) connections may read, comma-separated absolute paths; when unset, none.',
  read: (raw) => {
    const folders = raw.split(',').flatMap((item) => item.trim() || []);
    return folders.every((folder) => isAbsolute(folder) && folder !== '/')
      ? { value: folders }
      : 'must be a list of absolute paths, such as /srv/databases,/mnt/warehouse';
  },
};

const ggufFolder: Setting<Read<string>> = {
  variable: 'SIBYL_GGUF_FOLDER',
  fallback: '',
  meaning:
    'Folder of GGUF files that agents may name as their language model (`llama_cpp`), and of the library that runs them; an absolute path.',
  read: (raw) => (raw === '' || isAbsolute(raw) ? { value: raw } : 'must be an absolute path, such as /srv/models'),
};

/** Requires 32 characters or more; the error message does not repeat the value. */
const masterKey: Setting<Read<string>> = {
  variable: 'SIBYL_MASTER_KEY',
  fallback: '',
  meaning:
    'Secret used to hash API keys and to encrypt stored secrets, 32 characters or more, or `hex:` and the content of a file `master.key`; when unset, that file of the data folder is used.',
  secret: true,
  read: (raw) => (raw === '' || raw.length >= 32 ? { value: raw } : 'must have at least 32 characters'),
};

const oidcIssuer: Setting<Read<string>> = {
  variable: 'SIBYL_OIDC_ISSUER',
  fallback: '',
  meaning: 'OpenID Connect issuer whose bearer tokens are accepted besides keys.',
  read: (raw) => {
    const url = URL.canParse(raw) ? new URL(raw) : undefined;
    const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
    return raw === '' || safe ? { value: raw } : 'must be an https address such as https://login.example.com';
  },
};

/** The value has no trailing slash. */
const publicUrl: Setting<Read<string>> = {
  variable: 'SIBYL_PUBLIC_URL',
  fallback: '',
  meaning:
    'Public URL of the service, as chat platforms and browsers reach it, such as `https://example.com/sibyl`; links follow it.',
  read: (raw) => {
    const url = URL.canParse(raw) ? new URL(raw) : undefined;
    const isPlain =
      url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
    const first = url?.pathname.split('/')[1] ?? '';
    if (isPlain && ownSegments.includes(first))
      return `must have a path that does not start with /${first}, as addresses of the service do`;
    return raw === '' || isPlain
      ? { value: raw.replace(/\/+$/, '') }
      : 'must be an address such as https://sibyl.example.com';
  },
};

/** First segments of the service's own addresses, with which a prefix would be ambiguous. */
const ownSegments = ['a2a', 'api', 'docs', 'errors', 'health', 'mcp', 'metrics', 'projects', 'v1'];

const trustedProxies: Setting<Read<readonly string[]>> = {
  variable: 'SIBYL_TRUSTED_PROXIES',
  fallback: '',
  meaning:
    "Addresses and networks of proxies whose `X-Forwarded-For` names the caller in the audit and in rates, comma-separated; each stands for one proxy of a chain. Others' is ignored.",
  read: (raw) => {
    const items = raw.split(',').flatMap((item) => item.trim().toLowerCase() || []);
    const known = ['loopback', 'linklocal', 'uniquelocal'];
    return items.every((item) => isNetwork(item) || known.includes(item))
      ? { value: items }
      : 'must be a list of addresses and networks, such as 10.0.0.7,172.16.0.0/12; loopback, linklocal and uniquelocal stand for theirs';
  },
};

/** A PostgreSQL database; the error message does not repeat the value, which contains a password. */
const databaseUrl: Setting<Read<string>> = {
  variable: 'SIBYL_DATABASE_URL',
  fallback: '',
  meaning:
    'PostgreSQL database for the records, such as `postgres://user:password@host:5432/sibyl`, shared by all nodes; when unset, a file in the data folder.',
  secret: true,
  read: (raw) => {
    const url = URL.canParse(raw) ? new URL(raw) : undefined;
    const isPostgres = url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol);
    return raw === '' || isPostgres
      ? { value: raw }
      : 'must be an address such as postgres://user:password@host:5432/sibyl';
  },
};

const blobsUrl: Setting<Read<string>> = {
  variable: 'SIBYL_BLOBS_URL',
  fallback: '',
  meaning:
    'Store for the files of tables and models: `s3://bucket/prefix`, with `?endpoint=https://…&region=…` for stores other than Amazon’s, or `file:///folder` that all nodes share; when unset, the data folder.',
  read: (raw) =>
    raw === '' || readS3Address(raw) || (URL.canParse(raw) && /^file:\/\/\/./.test(raw))
      ? { value: raw }
      : 'must be an address such as s3://bucket/prefix or file:///mnt/sibyl',
};

const rayAddresses: Setting<Read<readonly string[]>> = {
  variable: 'SIBYL_RAY_ADDRESSES',
  fallback: '',
  meaning:
    'Ray clusters that trainings and batch predictions may name, comma-separated addresses of their dashboards such as `http://head:8265`; when unset, none.',
  read: (raw) => {
    const items = raw.split(',').flatMap((item) => item.trim() || []);
    const urls = items.map((item) => (URL.canParse(item) ? new URL(item) : undefined));
    return urls.every((url) => url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
      ? { value: urls.map((url) => url!.origin) }
      : 'must be a list of addresses without path, such as http://head:8265';
  },
};

/** Where the service listens and stores data, who may call it and what it may call. */
export const serviceSettings = {
  host: text('SIBYL_HOST', '127.0.0.1', 'Address to listen on. An address beyond loopback needs an admin key first.'),
  port: integer('SIBYL_PORT', 4747, 'Port to listen on; 0 picks a free one.', [0, 65535]),
  healthPort: integer(
    'SIBYL_HEALTH_PORT',
    0,
    'Port of a second `/health/ready`, which answers 503 when the main thread stands still for 10 s; 0 opens none.',
    [0, 65535],
  ),
  dataDirectory: text('SIBYL_DATA_DIR', defaultDataDirectory(), 'Folder that holds records, tables and models.'),
  databaseUrl,
  blobsUrl,
  blobsCacheBytes: integer(
    'SIBYL_BLOBS_CACHE_BYTES',
    10 * gib,
    'Files of a bucket kept in the data folder for reading, in bytes; files in use may exceed it.',
    [mib, 1024 * 1024 * gib],
  ),
  role: choice(
    'SIBYL_ROLE',
    'all',
    'What this node does: `api` answers requests, `worker` runs jobs, chatbots and webhooks, `all` does both.',
    ['all', 'api', 'worker'],
  ),
  masterKey,
  allowedHosts: list(
    'SIBYL_ALLOWED_HOSTS',
    'Accepted values of the `Host` header, comma-separated. When unset, a loopback address accepts its own names, any other address every name.',
    [/^[a-z0-9.-]+$|^\[[0-9a-f:]+\]$/, 'host names without port, such as sibyl.example.com'],
  ),
  allowedOrigins: list(
    'SIBYL_ALLOWED_ORIGINS',
    'Origins whose pages may call the service from a browser (CORS), comma-separated.',
    [/^https?:\/\/[a-z0-9.-]+(?::\d+)?$/, 'origins, such as https://app.example.com'],
  ),
  outgoingAllowed,
  connectionFolders,
  ggufFolder,
  rayAddresses,
  rayToken: { ...maybe('SIBYL_RAY_TOKEN', 'Token of these clusters, where they ask for one.'), secret: true as const },
  rayPatienceSeconds: integer(
    'SIBYL_RAY_PATIENCE_SECONDS',
    120,
    'Seconds of silence after which a Ray cluster with a job of the service counts as lost.',
    [1, 86_400],
  ),
  modelPrices,
  publicUrl,
  trustedProxies,
  oidcIssuer,
  oidcAudience: maybe('SIBYL_OIDC_AUDIENCE', 'Required audience of tokens; needed with an issuer.'),
  oidcRoleClaim: text(
    'SIBYL_OIDC_ROLE_CLAIM',
    'sibyl_role',
    'Claim with the role, or a list that contains it; dots separate nested claims.',
  ),
  oidcProjectsClaim: text(
    'SIBYL_OIDC_PROJECTS_CLAIM',
    'sibyl_projects',
    'Claim with the projects that a token is limited to; a token without the claim reaches all.',
  ),
  sample: flag('SIBYL_SAMPLE', '1', 'Whether the first start creates the sample table, model and documents.'),
  logLevel: choice('SIBYL_LOG_LEVEL', 'info', 'Minimum severity of log lines; `debug` adds a line per request.', [
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'fatal',
    'silent',
  ]),
};
