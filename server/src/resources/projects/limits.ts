import { type Static, type TInteger, type TUnsafe, Type } from 'typebox';
import { type Config, ceilings, type ProjectLimitName } from '../../config.ts';
import { invalidInput } from '../../errors.ts';
import { sharedAs } from '../../http/reply/schemas.ts';

const names = Object.keys(ceilings) as ProjectLimitName[];

/** Limits whose setting 0 means no limit. */
const mayBeUnlimited: ReadonlySet<ProjectLimitName> = new Set([
  'requests_per_second',
  'conversation_days',
  'stored_bytes',
  'tokens_a_day',
]);

/** Above the maximum a number of JSON is no longer the one that was meant. */
const limit = (description: string, minimum = 1) =>
  Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, description });

const limits = {
  requests_per_second: limit('Requests per second, from all keys together.'),
  upload_bytes: limit('Largest table upload, in bytes.'),
  document_bytes: limit('Largest document of a knowledge base, in bytes.'),
  stored_bytes: limit('Bytes of tables, models, documents, results and uploads under way, together.'),
  predict_rows: limit('Maximum rows in one predict request.'),
  sql_bytes: limit('Longest text of a SQL query, in bytes.', 1000),
  query_rows: limit('Maximum rows that a query returns, also in SQL skills.'),
  query_answer_bytes: limit('Largest answer of a query or of rows, in bytes.', 1024),
  query_timeout_ms: limit('Time limit of a query, in ms, also in SQL skills.'),
  query_memory_bytes: limit('Memory limit of a query, in bytes, also in SQL skills.', 2 ** 24),
  tokens_a_day: limit('Tokens of language models that its agents may use in a day (UTC).'),
  completion_timeout_ms: limit('Time limit of one agent answer, in ms.', 100),
  completion_steps: limit('Maximum language model calls for one agent answer.'),
  completion_tool_calls: limit('Maximum tool calls that one step of an agent runs.'),
  trainings_at_once: limit('Trainings that run at once.'),
  trainings_queued: limit('Maximum waiting trainings.'),
  training_memory_bytes: limit('Memory limit of one training, in bytes.', 2 ** 28),
  conversation_days: limit('Days that conversations of agents and messages of chatbots are kept.'),
  webhooks: limit('Maximum webhooks of the project.', 0),
} satisfies Record<ProjectLimitName, TInteger>;

const own = { additionalProperties: false } as const;

/** One type of two names, because a validator of nineteen unions takes long to compile. */
const orNull = Object.fromEntries(
  names.map((name) => [name, Type.Unsafe<number | null>({ ...limits[name], type: ['integer', 'null'] })]),
) as Record<ProjectLimitName, TUnsafe<number | null>>;

export const projectLimits = Type.Partial(Type.Object(limits), {
  ...own,
  [sharedAs]: 'ProjectLimits',
  description: 'Own limits of the project, at most those of the service.',
});
export type OwnLimits = Static<typeof projectLimits>;

/** What is sent: null stands for no limit of its own, as a limit that is left out does. */
export const sentLimits = Type.Partial(Type.Object(orNull), {
  ...own,
  [sharedAs]: 'ProjectLimitsSent',
  description:
    'Own limits of the project, at most those of the service. They are replaced as a whole: one that is null or left out is removed. Only an admin can set them.',
  examples: [{ query_rows: 1000, requests_per_second: 50 }],
});
export type SentLimits = Static<typeof sentLimits>;

/** The effective limits of a project; `Infinity` for unlimited. */
export type Limits = Readonly<Required<OwnLimits>>;

/** Refuses limits above those of the service. */
export function requireWithinService(config: Config, limits: OwnLimits): void {
  const faults = names.flatMap((name) => {
    const most = ceilingOf(config, name);
    if ((limits[name] ?? 0) <= most) return [];
    return [
      { pointer: `/limits/${name}`, code: 'too_large', detail: `must be at most ${most}, the limit of the service` },
    ];
  });
  if (faults.length > 0) throw invalidInput(faults);
}

/** Resolves the effective limits: the project's own, but never above the service's. */
export function resolveLimits(config: Config, own: OwnLimits): Limits {
  const entries = names.map((name) => {
    const ceiling = ceilingOf(config, name);
    return [name, Math.min(own[name] ?? ceiling, ceiling)];
  });
  return Object.fromEntries(entries) as Limits;
}

/** Returns the service's limit from the environment, or its default. */
function ceilingOf(config: Config, name: ProjectLimitName): number {
  const set = config[ceilings[name]];
  return set === 0 && mayBeUnlimited.has(name) ? Number.POSITIVE_INFINITY : set;
}
