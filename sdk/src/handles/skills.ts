import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import type { Body, CallOptions, Query, Skill, Uses } from '../types.ts';

/** Abilities of a project's agents. */
export class Skills {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };

  constructor(sibyl: Operations, projectName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName };
  }

  list(query?: Query<'listSkills'>, options?: CallOptions): List<Skill> {
    return this.#sibyl.list('listSkills', { path: this.#path, query: query ?? {}, ...options });
  }

  create(body: Body<'createSkill'>, options?: CallOptions): Promise<Skill> {
    return this.#sibyl.call('createSkill', { path: this.#path, body, ...options });
  }
}

/** One skill. */
export class SkillHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; skillName: string };
  readonly name: string;

  constructor(sibyl: Operations, projectName: string, skillName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName, skillName };
    this.name = skillName;
  }

  get(options?: CallOptions): Promise<Skill> {
    return this.#sibyl.call('getSkill', { path: this.#path, ...options });
  }

  /** `params` are merged; `null` removes one. */
  update(body: Body<'updateSkill'>, options?: CallOptions): Promise<Skill> {
    return this.#sibyl.call('updateSkill', { path: this.#path, body, ...options });
  }

  /** Adds to the glossary and the verified questions of an `sql` skill, which are checked against its tables. */
  teach(body: Body<'teachSkill'>, options?: CallOptions) {
    return this.#sibyl.call('teachSkill', { path: this.#path, body, ...options });
  }

  /** Returns its glossary as YAML for another tool. */
  exportGlossary(query?: Query<'exportGlossary'>, options?: CallOptions) {
    return this.#sibyl.call('exportGlossary', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Returns the names of what needs it. */
  uses(options?: CallOptions): Promise<Uses> {
    return this.#sibyl.call('getSkillUses', { path: this.#path, ...options });
  }

  /** `{force: true}` also removes it from agents that use it. */
  delete(query?: Query<'deleteSkill'>, options?: CallOptions) {
    return this.#sibyl.call('deleteSkill', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Returns what an agent gets from the skill; with an `input`, the result of the tool. */
  test(body: Body<'testSkill'> = {}, options?: CallOptions) {
    return this.#sibyl.call('testSkill', { path: this.#path, body, ...options });
  }
}
