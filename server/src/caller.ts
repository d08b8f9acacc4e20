/** What a key may be made for, from most to least. */
export const roles = ['admin', 'editor', 'viewer', 'predictor'] as const;
export type Role = (typeof roles)[number];

/** Who asks. */
export interface Caller {
  /** Goes into `created_by`: the ID of a key, `oidc:` and the subject of a token; `local` in the open local mode. */
  readonly actor: string;
  readonly role: Role;
  /** IDs of the projects that the caller is limited to; undefined reaches all. */
  readonly projects: ReadonlySet<string> | undefined;
}

/** Whoever sits at this machine while the service is open to it, and the service itself. */
export const localCaller: Caller = { actor: 'local', role: 'admin', projects: undefined };

export function mayReach({ projects }: Pick<Caller, 'projects'>, projectId: string): boolean {
  return projects === undefined || projects.has(projectId);
}
