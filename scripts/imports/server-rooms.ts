/** The rooms (folders) of the server and what each may import: the only definition of the direction. */

/** Every file may import these; they import only each other. */
const leaves = new Set([
  'errors',
  'config',
  's3-address',
  'unusable-folder',
  'ids',
  'caller',
  'compile-cache',
  'release',
  'nearest-name',
]);

/** Lowest first: a floor imports only lower floors. Files beside the floors are above all. */
const floors = ['questions', 'platform', 'builtin', 'http', 'resources', 'protocols', 'operations'];

/** The rooms of the platform know no resource and import each other only as listed. */
const platform: Record<string, string[]> = {
  telemetry: [],
  workers: [],
  blobs: [],
  channels: [],
  charts: ['workers'],
  dictionary: [],
  secrets: [],
  db: ['workers', 'telemetry'],
  records: ['db', 'journal'],
  data: ['workers', 'telemetry'],
  jobs: ['db', 'telemetry'],
  journal: ['db'],
  nodes: ['db', 'blobs', 'secrets'],
  language: ['workers', 'telemetry'],
  outgoing: ['telemetry'],
  watchdog: ['telemetry'],
  ray: ['blobs', 'outgoing'],
};

/** The rooms of what reads questions, lowest first. */
const questions = ['words', 'link', 'follow', 'propose', 'rank', 'realise'];

/** The rooms of the answerer without a language model, lowest first. */
const builtin = ['words', 'languages', 'predictions', 'passages'];

/** The rooms of HTTP, lowest first. */
const http = ['reply', 'limits', 'request', 'openapi', 'resource'];

/** The resources, lowest first: each may call the verbs of those before it. */
const resources = [
  'projects',
  'audit',
  'keys',
  'spending',
  'events',
  'webhooks',
  'tables',
  'connections',
  'queries',
  'models',
  'knowledge',
  'skills',
  'agents',
  'jobs',
  'chatbots',
  'trash',
  'uses',
];

/** Returns the room of a file, such as `platform/db` or `errors`; undefined outside of the server. */
export function roomOf(file: string): string | undefined {
  const [own, source, first, second, ...rest] = file.split('/');
  if (own !== 'server' || source !== 'src') return undefined;
  if (second === undefined) return first.replace(/\.ts$/, '');
  return rest.length === 0 ? first : `${first}/${second}`;
}

/** Returns why an import is not allowed; undefined when it is. */
export function breachOfServer({ from, to }: { from: string; to: string }): string | undefined {
  const room = roomOf(from);
  const other = roomOf(to);
  if (room === undefined || other === undefined || room === other || leaves.has(other)) return undefined;
  if (leaves.has(room)) return `${room}.ts imports nothing of the server`;
  const floor = room.split('/')[0];
  const otherFloor = other.split('/')[0];
  if (!floors.includes(floor)) return undefined;
  if (!floors.includes(otherFloor)) return 'nothing imports the entry files';
  if (floors.indexOf(otherFloor) > floors.indexOf(floor)) return `${floor}/ may not import ${otherFloor}/`;
  if (/store\.ts$/.test(to) && otherFloor === 'resources' && floor !== 'operations')
    return 'another resource is reached through its verbs, not its store';
  return floor === otherFloor ? breachOfFloor(floor, room.split('/')[1], other.split('/')[1]) : undefined;
}

function breachOfFloor(floor: string, room: string | undefined, other: string | undefined): string | undefined {
  if (room === undefined || other === undefined) return undefined;
  if (floor === 'platform')
    return platform[room]?.includes(other) ? undefined : `platform/${room}/ may not import platform/${other}/`;
  const order = { questions, builtin, http, resources }[floor];
  if (order === undefined || order.indexOf(other) < order.indexOf(room)) return undefined;
  return `${floor}/${room}/ may not import ${floor}/${other}/, which stands above it`;
}
