import type { Config } from '../../config.ts';
import { decodeJson } from '../../platform/db/json.ts';
import type { Database } from '../../platform/db/schema.ts';
import { type Limits, type OwnLimits, resolveLimits } from './limits.ts';
import { type ProjectRow, selectEveryLimit } from './store.ts';

type Limited = Pick<ProjectRow, 'id' | 'name' | 'limits' | 'revision'>;

/**
 * The limits of all projects in memory, because predictions read no database. Whoever changes a project must call
 * `keep` before responding.
 */
export class ProjectLimits {
  readonly #config: Config;
  readonly #defaults: Limits;
  /** Limits of projects that have their own, by ID. */
  readonly #own = new Map<string, Limits>();
  readonly #known = new Map<string, { name: string; revision: number }>();
  readonly #ids = new Map<string, string>();
  #hasRates: boolean;

  constructor(config: Config) {
    this.#config = config;
    this.#defaults = resolveLimits(config, {});
    this.#hasRates = isRated(this.#defaults);
  }

  static async open(database: Database, config: Config): Promise<ProjectLimits> {
    const all = new ProjectLimits(config);
    for (const project of await selectEveryLimit(database)) all.keep(project);
    return all;
  }

  /** Returns the effective limits of the project with this ID. */
  of(projectId: string): Limits {
    return this.#own.get(projectId) ?? this.#defaults;
  }

  /** Returns the ID of the project with this name or ID. */
  idOf(nameOrId: string): string | undefined {
    return this.#ids.get(nameOrId) ?? (this.#known.has(nameOrId) ? nameOrId : undefined);
  }

  /** Stores the project's current limits, unless a later revision is stored. */
  keep({ id, name, limits, revision }: Limited): void {
    if ((this.#known.get(id)?.revision ?? 0) > revision) return;
    this.forget(id);
    this.#known.set(id, { name, revision });
    this.#ids.set(name, id);
    if (limits === null) return;
    const own = resolveLimits(this.#config, decodeJson<OwnLimits>(limits));
    this.#own.set(id, own);
    this.#hasRates ||= isRated(own);
  }

  forget(id: string): void {
    const name = this.#known.get(id)?.name;
    if (name !== undefined && this.#ids.get(name) === id) this.#ids.delete(name);
    this.#known.delete(id);
    this.#own.delete(id);
  }

  /** The limits of every project without its own; other projects never exceed them. */
  get defaults(): Limits {
    return this.#defaults;
  }

  /** IDs of the projects with their own limits, with the effective limits. */
  get own(): ReadonlyMap<string, Limits> {
    return this.#own;
  }

  /** Whether any project has a request rate. */
  get hasRates(): boolean {
    return this.#hasRates;
  }
}

function isRated({ requests_per_second }: Limits): boolean {
  return Number.isFinite(requests_per_second);
}
