import type { Config } from '../../config.ts';
import { decodeJson } from '../../platform/db/json.ts';
import type { Database } from '../../platform/db/schema.ts';
import { type Limits, type OwnLimits, resolveLimits } from './limits.ts';
import { type ProjectRow, selectEveryLimit } from './store.ts';

type Limited = Pick<ProjectRow, 'id' | 'name' | 'limits' | 'revision'>;

/**
 * The limits of every project, in memory: predictions ask for them, and those read no database. Whoever changes a project
 * must `keep` it before answering.
 */
export class ProjectLimits {
  readonly #config: Config;
  readonly #usual: Limits;
  /** Of projects with limits of their own, by ID. */
  readonly #own = new Map<string, Limits>();
  readonly #known = new Map<string, { name: string; revision: number }>();
  readonly #ids = new Map<string, string>();
  #hasRates: boolean;

  constructor(config: Config) {
    this.#config = config;
    this.#usual = resolveLimits(config, {});
    this.#hasRates = isRated(this.#usual);
  }

  static async open(database: Database, config: Config): Promise<ProjectLimits> {
    const book = new ProjectLimits(config);
    for (const project of await selectEveryLimit(database)) book.keep(project);
    return book;
  }

  /** What holds in the project of this ID. */
  of(projectId: string): Limits {
    return this.#own.get(projectId) ?? this.#usual;
  }

  /** The ID of the project that goes by this name or ID. */
  idOf(nameOrId: string): string | undefined {
    return this.#ids.get(nameOrId) ?? (this.#known.has(nameOrId) ? nameOrId : undefined);
  }

  /** Takes the project as it is now, unless it is known to have changed since. */
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

  /** What holds in every project that has no limit of its own; the others hold to no more than that. */
  get usual(): Limits {
    return this.#usual;
  }

  /** IDs of the projects with limits of their own, with what holds in them. */
  get own(): ReadonlyMap<string, Limits> {
    return this.#own;
  }

  /** Whether requests to any project are counted. */
  get hasRates(): boolean {
    return this.#hasRates;
  }
}

function isRated({ requests_per_second }: Limits): boolean {
  return Number.isFinite(requests_per_second);
}
