import { type Static, Type } from 'typebox';
import type { Config } from '../../config.ts';
import { invalidInput, type LimitName } from '../../errors.ts';

/** Each limit that a project may have of its own, and the setting of the service that it stays within. */
const settings = {
  requests_per_second: 'projectRequestsPerSecond',
  upload_bytes: 'maxUploadBytes',
  document_bytes: 'maxDocumentBytes',
  predict_rows: 'maxPredictRows',
  query_rows: 'maxQueryRows',
  query_timeout_ms: 'queryTimeoutMs',
  query_memory_bytes: 'queryMemoryBytes',
  completion_timeout_ms: 'completionTimeoutMs',
  completion_steps: 'completionSteps',
  trainings_at_once: 'trainingsAtOnce',
  trainings_queued: 'trainingsQueued',
  training_memory_bytes: 'trainingMemoryBytes',
  conversation_days: 'conversationRetentionDays',
  webhooks: 'webhooksPerProject',
} as const satisfies Partial<Record<LimitName, keyof Config>>;

type ProjectLimitName = keyof typeof settings;
const names = Object.keys(settings) as ProjectLimitName[];

/** Their settings say 0 for no limit. */
const mayBeEndless: ReadonlySet<ProjectLimitName> = new Set(['requests_per_second', 'conversation_days']);

const figure = (description: string, minimum = 1) => Type.Optional(Type.Integer({ minimum, description }));

export const projectLimits = Type.Object(
  {
    requests_per_second: figure('Requests a second, from all keys together.'),
    upload_bytes: figure('Largest table upload, in bytes.'),
    document_bytes: figure('Largest document of a knowledge base, in bytes.'),
    predict_rows: figure('Most rows in one predict request.'),
    query_rows: figure('Most rows that a query answers; of SQL skills too.'),
    query_timeout_ms: figure('Longest run of a query, in ms; of SQL skills too.'),
    query_memory_bytes: figure('Memory of one query, in bytes; of SQL skills too.', 2 ** 24),
    completion_timeout_ms: figure('Longest work on one answer of an agent, in ms.', 100),
    completion_steps: figure('Calls of a language model for one answer of an agent.'),
    trainings_at_once: figure('Trainings that run side by side.'),
    trainings_queued: figure('Trainings that may wait.'),
    training_memory_bytes: figure('Memory of one training, in bytes.', 2 ** 28),
    conversation_days: figure('Days for which conversations of agents and messages of chatbots are kept.'),
    webhooks: figure('Webhooks that the project may have.'),
  },
  {
    additionalProperties: false,
    description: 'Limits of its own, within those of the service; an admin sets them.',
    examples: [{ query_rows: 1000, requests_per_second: 50 }],
  },
);
export type OwnLimits = Static<typeof projectLimits>;

/** What holds in a project; `Infinity` where nothing limits it. */
export type Limits = Readonly<Required<OwnLimits>>;

/** Refuses a limit that the service does not allow either. */
export function requireWithinService(config: Config, limits: OwnLimits): void {
  const faults = names.flatMap((name) => {
    const most = ceilingOf(config, name);
    if ((limits[name] ?? 0) <= most) return [];
    return [{ pointer: `/limits/${name}`, code: 'too_large', detail: `must be at most ${most}, that of the service` }];
  });
  if (faults.length > 0) throw invalidInput(faults);
}

/** The one place where limits are resolved: a project's own where it has one, never beyond what the service allows now. */
export function resolveLimits(config: Config, own: OwnLimits): Limits {
  const entries = names.map((name) => {
    const ceiling = ceilingOf(config, name);
    return [name, Math.min(own[name] ?? ceiling, ceiling)];
  });
  return Object.fromEntries(entries) as Limits;
}

/** What the operator allows at most: the environment's figure, or its default. */
function ceilingOf(config: Config, name: ProjectLimitName): number {
  const set = config[settings[name]];
  return set === 0 && mayBeEndless.has(name) ? Number.POSITIVE_INFINITY : set;
}
