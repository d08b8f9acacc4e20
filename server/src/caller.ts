/** Roles of keys, from most to fewest rights. */
export const roles = ['admin', 'editor', 'viewer', 'predictor'] as const;
export type Role = (typeof roles)[number];

/** The authenticated sender of a request. */
export interface Caller {
  /** Stored in `created_by`: the ID of a key or chatbot; `oidc:` and the subject of a token; `local` in the open local mode. */
  readonly actor: string;
  readonly role: Role;
  /** IDs of the projects that the caller is limited to; undefined means all projects. */
  readonly projects: ReadonlySet<string> | undefined;
}

/** The caller in the open local mode, and for work that the service starts itself. */
export const localCaller: Caller = { actor: 'local', role: 'admin', projects: undefined };

export function mayReach({ projects }: Pick<Caller, 'projects'>, projectId: string): boolean {
  return projects === undefined || projects.has(projectId);
}

/** Whether a chatbot asks, for people without a key. */
export function isChatbot({ actor }: Pick<Caller, 'actor'>): boolean {
  return actor.startsWith('bot_');
}
