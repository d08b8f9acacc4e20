import { type Static, Type } from 'typebox';
import type { Config } from '../config.ts';
import { decodeJson } from '../db/json.ts';
import { invalidInput } from '../errors.ts';
import type { ProjectRow } from './store.ts';

/** Each limit that a project may have of its own, and the setting of the service that it stays within. */
const settings = {
  query_rows: 'maxQueryRows',
  query_timeout_ms: 'queryTimeoutMs',
  upload_bytes: 'maxUploadBytes',
  webhooks: 'webhooksPerProject',
} as const satisfies Record<string, keyof Config>;

type LimitName = keyof typeof settings;
const names = Object.keys(settings) as LimitName[];

const figure = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }));

export const projectLimits = Type.Object(
  {
    query_rows: figure('Most rows that a query answers.'),
    query_timeout_ms: figure('Longest run of a query, in ms.'),
    upload_bytes: figure('Largest table upload, in bytes.'),
    webhooks: figure('Webhooks that the project may have.'),
  },
  {
    additionalProperties: false,
    description: 'Limits of its own, within those of the service; an admin sets them.',
    examples: [{ query_rows: 1000 }],
  },
);
export type ProjectLimits = Static<typeof projectLimits>;

/** Refuses a limit that the service does not allow either. */
export function requireWithinService(config: Config, limits: ProjectLimits): void {
  const faults = names.flatMap((name) => {
    const most = config[settings[name]];
    if ((limits[name] ?? 0) <= most) return [];
    return [{ pointer: `/limits/${name}`, code: 'too_large', detail: `must be at most ${most}, that of the service` }];
  });
  if (faults.length > 0) throw invalidInput(faults);
}

/** What holds in the project: its own limits where it has any, never beyond those that the service has now. */
export function limitsOf(config: Config, { limits }: Pick<ProjectRow, 'limits'>): Required<ProjectLimits> {
  const own = limits === null ? {} : decodeJson<ProjectLimits>(limits);
  const entries = names.map((name) => [name, Math.min(own[name] ?? config[settings[name]], config[settings[name]])]);
  return Object.fromEntries(entries) as Required<ProjectLimits>;
}
