import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { defaultDataDirectory } from './release.ts';
import { readS3Address } from './s3-address.ts';

const kib = 1024;
const mib = 1024 * kib;
const gib = 1024 * mib;

interface Setting<T> {
  variable: string;
  fallback: string;
  /** Meaning and unit; `docs/operations.md` lists the setting with exactly this text. */
  meaning: string;
  read: (text: string) => T | string;
  /** The value never appears in a message. */
  secret?: true;
}

/** Wraps the value, so that a reader can return either a value or an error sentence. */
type Read<T> = { value: T };

function text(variable: string, fallback: string, meaning: string): Setting<Read<string>> {
  return { variable, fallback, meaning, read: (raw) => (raw === '' ? 'must not be empty' : { value: raw }) };
}

function maybe(variable: string, meaning: string): Setting<Read<string>> {
  return { variable, fallback: '', meaning, read: (raw) => ({ value: raw }) };
}

function integer(
  variable: string,
  fallback: number,
  meaning: string,
  [low, high]: [number, number],
): Setting<Read<number>> {
  const read = (raw: string) => {
    const value = /^\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN;
    return value >= low && value <= high ? { value } : `must be a whole number from ${low} to ${high}`;
  };
  return { variable, fallback: String(fallback), meaning, read };
}

/** Marks the setting that the limit of this name of a project stays within. */
function ceiling<const Name extends string>(limit: Name, setting: Setting<Read<number>>) {
  return { ...setting, limit };
}

function flag(variable: string, fallback: '0' | '1', meaning: string): Setting<Read<boolean>> {
  const read = (raw: string) => (raw === '0' || raw === '1' ? { value: raw === '1' } : 'must be 0 or 1');
  return { variable, fallback, meaning, read };
}

/** Reads `true` or `false`, as OpenTelemetry's standard variables are written. */
function boolean(variable: string, meaning: string): Setting<Read<boolean>> {
  const read = (raw: string) => (/^(?:true|false)$/i.test(raw) ? { value: /^t/i.test(raw) } : 'must be true or false');
  return { variable, fallback: 'false', meaning, read };
}

function list(
  variable: string,
  meaning: string,
  [pattern, example]: [RegExp, string],
): Setting<Read<readonly string[]>> {
  const read = (raw: string) => {
    const items = raw.split(',').flatMap((item) => item.trim().toLowerCase() || []);
    return items.every((item) => pattern.test(item)) ? { value: items } : `must be a list of ${example}`;
  };
  return { variable, fallback: '', meaning, read };
}

function choice<const Word extends string>(variable: string, fallback: Word, meaning: string, words: readonly Word[]) {
  const read = (raw: string) => {
    const value = words.find((word) => word === raw);
    return value === undefined ? `must be one of ${words.join(', ')}` : { value };
  };
  return { variable, fallback, meaning, read } satisfies Setting<Read<Word>>;
}

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

function isNetwork(text: string): boolean {
  const [, address, prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address ?? '');
  return family !== 0 && Number(prefix ?? 0) <= (family === 6 ? 128 : 32);
}

/** Returns whether only this machine can reach a listening address. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Requires 32 characters or more; the error message does not repeat the value. */
const masterKey: Setting<Read<string>> = {
  variable: 'SIBYL_MASTER_KEY',
  fallback: '',
  meaning:
    'Secret used to hash API keys and to encrypt stored secrets, 32 characters or more; when unset, the file `master.key` is used.',
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
      return `must not begin its path with /${first}, which the service's own addresses begin with`;
    return raw === '' || isPlain
      ? { value: raw.replace(/\/+$/, '') }
      : 'must be an address such as https://sibyl.example.com';
  },
};

/** First segments of the service's own addresses: below such a prefix nobody could tell both apart. */
const ownSegments = ['api', 'docs', 'errors', 'health', 'mcp', 'metrics', 'projects', 'v1'];

/** The path below which proxies serve the service, such as `/sibyl`; empty for none. */
export function prefixOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

const trustedProxies: Setting<Read<readonly string[]>> = {
  variable: 'SIBYL_TRUSTED_PROXIES',
  fallback: '',
  meaning:
    "Addresses and networks of proxies whose `X-Forwarded-For` names the caller in the audit and in rates, comma-separated. Others' is ignored.",
  read: (raw) => {
    const items = raw.split(',').flatMap((item) => item.trim().toLowerCase() || []);
    const known = ['loopback', 'linklocal', 'uniquelocal'];
    return items.every((item) => isNetwork(item) || known.includes(item))
      ? { value: items }
      : 'must be a list of addresses and networks, such as 10.0.0.7,172.16.0.0/12; loopback, linklocal and uniquelocal stand for theirs';
  },
};

const backupTo: Setting<Read<string>> = {
  variable: 'SIBYL_BACKUP_TO',
  fallback: '',
  meaning:
    'Folder, or `s3://bucket/prefix`, that scheduled backups are written to; when unset, there are none. For S3 the standard variables of AWS hold: `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_ENDPOINT_URL_S3`.',
  read: (raw) =>
    raw === '' || isAbsolute(raw) || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w./-]*)?$/.test(raw)
      ? { value: raw.replace(/\/+$/, '') }
      : 'must be an absolute path, such as /var/backups/sibyl, or s3://bucket/prefix',
};

/** An address that telemetry is sent to; empty for none. */
function endpoint(variable: string, meaning: string): Setting<Read<string>> {
  const read = (raw: string) =>
    raw === '' || (URL.canParse(raw) && /^https?:/.test(raw))
      ? { value: raw }
      : 'must be an address such as http://127.0.0.1:4318';
  return { variable, fallback: '', meaning, read };
}

/** Comma-separated `name=value` pairs with percent-encoded values. */
function pairs(
  variable: string,
  meaning: string,
  secret?: { secret: true },
): Setting<Read<Readonly<Record<string, string>>>> {
  const read = (raw: string) => {
    const items = raw.split(',').filter((item) => item.trim() !== '');
    const isPair = (item: string) => /^\s*[\w.-]+\s*=(?:[^%]|%[0-9a-f]{2})*$/i.test(item);
    return items.every(isPair)
      ? { value: Object.fromEntries(items.map(splitPair)) }
      : 'must be a list such as name=value,other=value';
  };
  return { variable, fallback: '', meaning, read, ...secret };
}

function splitPair(item: string): [string, string] {
  const at = item.indexOf('=');
  return [item.slice(0, at).trim(), decodeURIComponent(item.slice(at + 1).trim())];
}

const tracesSampledShare: Setting<Read<number>> = {
  variable: 'OTEL_TRACES_SAMPLER_ARG',
  fallback: '1',
  meaning: 'Share of traces that a `traceidratio` sampler samples, 0 to 1.',
  read: (raw) => (/^(?:0?\.\d+|[01](?:\.0*)?)$/.test(raw) ? { value: Number(raw) } : 'must be a number from 0 to 1'),
};

/** A PostgreSQL database; the message does not repeat the value, which holds a password. */
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

/** Every setting of the service, in the order of docs/operations.md. */
export const settings = {
  host: text('SIBYL_HOST', '127.0.0.1', 'Address to listen on. An address beyond loopback needs an admin key first.'),
  port: integer('SIBYL_PORT', 4747, 'Port to listen on; 0 picks a free one.', [0, 65535]),
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
  maxJsonBytes: integer('SIBYL_MAX_JSON_BYTES', 10 * mib, 'Largest JSON body, in bytes.', [kib, gib]),
  maxUploadBytes: ceiling(
    'upload_bytes',
    integer('SIBYL_MAX_UPLOAD_BYTES', 4 * gib, 'Largest table upload, in bytes.', [kib, 1024 * gib]),
  ),
  maxDocumentBytes: ceiling(
    'document_bytes',
    integer('SIBYL_MAX_DOCUMENT_BYTES', 50 * mib, 'Largest document of a knowledge base, in bytes.', [kib, gib]),
  ),
  documentTimeoutMs: integer(
    'SIBYL_DOCUMENT_TIMEOUT_MS',
    60_000,
    'Time limit for reading a document, in ms.',
    [100, 3_600_000],
  ),
  documentMemoryBytes: integer('SIBYL_DOCUMENT_MEMORY_BYTES', gib, 'Memory limit for reading a document, in bytes.', [
    128 * mib,
    64 * gib,
  ]),
  maxPredictRows: ceiling(
    'predict_rows',
    integer('SIBYL_MAX_PREDICT_ROWS', 100_000, 'Maximum rows in one predict request.', [1, 10_000_000]),
  ),
  maxQueryRows: ceiling(
    'query_rows',
    integer('SIBYL_MAX_QUERY_ROWS', 10_000, 'Maximum rows that a query returns.', [1, 1_000_000]),
  ),
  queryTimeoutMs: ceiling(
    'query_timeout_ms',
    integer('SIBYL_QUERY_TIMEOUT_MS', 30_000, 'Time limit of a query, in ms.', [100, 3_600_000]),
  ),
  queryMemoryBytes: ceiling(
    'query_memory_bytes',
    integer('SIBYL_QUERY_MEMORY_BYTES', gib, 'Memory limit of a query, in bytes.', [64 * mib, 1024 * gib]),
  ),
  requestsPerSecond: integer(
    'SIBYL_REQUESTS_PER_SECOND',
    0,
    'Requests per second of a key without its own rate; 0 sets no limit.',
    [0, 1_000_000],
  ),
  projectRequestsPerSecond: ceiling(
    'requests_per_second',
    integer(
      'SIBYL_PROJECT_REQUESTS_PER_SECOND',
      0,
      'Requests per second to one project, from all keys together; 0 sets no limit.',
      [0, 1_000_000],
    ),
  ),
  completionTimeoutMs: ceiling(
    'completion_timeout_ms',
    integer('SIBYL_COMPLETION_TIMEOUT_MS', 120_000, 'Time limit of one agent answer, in ms.', [100, 3_600_000]),
  ),
  completionSteps: ceiling(
    'completion_steps',
    integer('SIBYL_COMPLETION_STEPS', 20, 'Maximum language model calls for one agent answer.', [1, 1000]),
  ),
  trainingsAtOnce: ceiling(
    'trainings_at_once',
    integer(
      'SIBYL_TRAININGS_AT_ONCE',
      3,
      'Trainings that run at once. One project may use all but one of them, or the only one.',
      [1, 256],
    ),
  ),
  trainingsQueued: ceiling(
    'trainings_queued',
    integer(
      'SIBYL_TRAININGS_QUEUED',
      1000,
      'Maximum waiting trainings of one project; all projects together may have ten times as many.',
      [1, 1_000_000],
    ),
  ),
  trainingThreads: integer(
    'SIBYL_TRAINING_THREADS',
    0,
    'Threads of one training on a large table; 0 means the number of cores minus one.',
    [0, 64],
  ),
  trainingMemoryBytes: ceiling(
    'training_memory_bytes',
    integer('SIBYL_TRAINING_MEMORY_BYTES', 4 * gib, 'Memory limit of one training, in bytes.', [256 * mib, 1024 * gib]),
  ),
  conversationRetentionDays: ceiling(
    'conversation_days',
    integer(
      'SIBYL_CONVERSATION_RETENTION_DAYS',
      365,
      'Days that conversations of agents and messages of chatbots are kept; 0 keeps them until they are deleted.',
      [0, 36_500],
    ),
  ),
  auditRetentionDays: integer('SIBYL_AUDIT_RETENTION_DAYS', 365, 'Days that audit entries are kept.', [1, 36_500]),
  memoryLimitBytes: integer(
    'SIBYL_MEMORY_LIMIT_BYTES',
    0,
    'Memory of the main process, in bytes, above which requests are refused with 503; 0 means nine tenths of its heap.',
    [0, 1024 * gib],
  ),
  headersTimeoutMs: integer(
    'SIBYL_HEADERS_TIMEOUT_MS',
    10_000,
    'Time limit for receiving the headers of a request, in ms.',
    [1000, 600_000],
  ),
  requestTimeoutMs: integer(
    'SIBYL_REQUEST_TIMEOUT_MS',
    3_600_000,
    'Time limit for receiving a whole request with its body, in ms.',
    [1000, 86_400_000],
  ),
  idleTimeoutMs: integer(
    'SIBYL_IDLE_TIMEOUT_MS',
    300_000,
    'Idle time after which a connection is closed, in ms.',
    [1000, 86_400_000],
  ),
  webhooksPerProject: ceiling(
    'webhooks',
    integer('SIBYL_WEBHOOKS_PER_PROJECT', 100, 'Maximum webhooks of a project.', [0, 10_000]),
  ),
  eventListeners: integer('SIBYL_EVENT_LISTENERS', 10_000, 'Maximum open event streams.', [1, 1_000_000]),
  eventRetentionDays: integer('SIBYL_EVENT_RETENTION_DAYS', 30, 'Days that events are kept.', [2, 36_500]),
  backupTo,
  backupHours: integer('SIBYL_BACKUP_HOURS', 24, 'Hours from one scheduled backup to the next.', [1, 8784]),
  backupKeep: integer(
    'SIBYL_BACKUP_KEEP',
    7,
    'Number of scheduled backups that are kept; older ones are deleted.',
    [1, 10_000],
  ),
  telemetryEndpoint: endpoint(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry collector that receives traces by OTLP over HTTP; when unset, nothing is traced.',
  ),
  tracesEndpoint: endpoint('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'The same as a complete URL for traces only.'),
  telemetryProtocol: choice('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', 'Encoding of traces; only one is supported.', [
    'http/json',
  ]),
  telemetryHeaders: pairs('OTEL_EXPORTER_OTLP_HEADERS', 'Headers for the collector, such as `api-key=…`.', {
    secret: true,
  }),
  telemetryTimeoutMs: integer(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    10_000,
    'Time limit for sending a batch to the collector, in ms.',
    [100, 600_000],
  ),
  telemetryDisabled: boolean('OTEL_SDK_DISABLED', '`true` switches tracing off.'),
  tracesExporter: choice('OTEL_TRACES_EXPORTER', 'otlp', '`none` switches tracing off.', ['otlp', 'none']),
  serviceName: maybe('OTEL_SERVICE_NAME', 'Name of the service in traces; `sibyl` when unset.'),
  resourceAttributes: pairs(
    'OTEL_RESOURCE_ATTRIBUTES',
    'Further attributes of the service in every trace, such as `deployment.environment.name=test`.',
  ),
  tracesSampler: choice(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    'Which traces are sampled; `parentbased_…` follows the decision of the caller.',
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
  ),
  tracesSampledShare,
  tracesQueueSize: integer(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    2048,
    'Maximum spans waiting to be sent; more are dropped.',
    [1, 1_000_000],
  ),
  tracesBatchSize: integer('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, 'Maximum spans in one batch.', [1, 10_000]),
  tracesDelayMs: integer('OTEL_BSP_SCHEDULE_DELAY', 5000, 'Maximum wait before a batch is sent, in ms.', [10, 600_000]),
};

type Settings = typeof settings;
export type Config = {
  readonly [Key in keyof Settings]: Exclude<ReturnType<Settings[Key]['read']>, string>['value'];
};

type CeilingKey = { [Key in keyof Settings]: Settings[Key] extends { limit: string } ? Key : never }[keyof Settings];
/** The limits that a project may have of its own. */
export type ProjectLimitName = Settings[CeilingKey]['limit'];

/** The setting that each limit of a project stays within. */
export const ceilings = Object.fromEntries(
  Object.entries(settings).flatMap(([key, setting]) => ('limit' in setting ? [[setting.limit, key]] : [])),
) as Record<ProjectLimitName, CeilingKey>;

/** A setting with an unusable value. The message names the variable and says what would be valid. */
export class ConfigError extends Error {}

/**
 * Reads every setting. An empty OpenTelemetry variable counts as unset.
 * @throws ConfigError for the first bad value and for an unknown `SIBYL_` variable
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const known = new Set(Object.values(settings).map((setting) => setting.variable));
  for (const name of Object.keys(environment)) {
    if (name.startsWith('SIBYL_') && !name.startsWith('SIBYL_TEST_') && !known.has(name))
      throw new ConfigError(`${name} is not a setting of Sibyl; the settings are ${[...known].join(', ')}.`);
  }
  const entries = Object.entries(settings).map(([key, setting]) => {
    const given = environment[setting.variable];
    const isUnset = given === undefined || (given === '' && setting.variable.startsWith('OTEL_'));
    const raw = isUnset ? setting.fallback : given;
    const result = setting.read(raw);
    const shown = 'secret' in setting ? '…' : raw;
    if (typeof result === 'string') throw new ConfigError(`${setting.variable}=${shown} cannot be used: it ${result}.`);
    return [key, result.value];
  });
  return Object.freeze(Object.fromEntries(entries)) as Config;
}
