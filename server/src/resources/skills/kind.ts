import type { Static, TObject } from 'typebox';
import { compileCheck } from '../../http/request/validation.ts';
import type { SkillContext } from './context.ts';
import type { Toolset } from './toolset.ts';

/** A project that was found before. */
export interface Project {
  id: string;
  name: string;
}

export interface OpenedSkill<Params> {
  project: Project;
  name: string;
  /** By its user; may be empty. */
  description: string;
  params: Params;
  /** What it is opened for, where a question is what it is opened for. */
  question?: string;
}

/** Skills that give an agent one set of tools together. */
interface Together<Params> {
  /** Those with the same key are opened as one. */
  key: (params: Params) => string;
  join: (skills: readonly OpenedSkill<Params>[]) => OpenedSkill<Params>;
}

interface KindDefinition<Shape extends TObject> {
  /** The name of the type, as skills are stored and shown. */
  type: string;
  /** As others spell the type; accepted when a skill is made. */
  otherNames?: readonly string[];
  /** Of `params`; unknown keys are to be refused. */
  params: Shape;
  /** Keys of `params` that hold secrets. */
  secrets?: readonly string[];
  /** The part of `params` that secrets are sent to: when it changes they must be given anew. */
  secretsGoTo?: (params: Static<Shape>) => string;
  /** Refuses what the schema cannot judge: tables that are not there, and the like. */
  check: (ctx: SkillContext, project: Project, params: Static<Shape>) => Promise<void>;
  /** Each is opened alone when absent. */
  together?: Together<Static<Shape>>;
  open: (ctx: SkillContext, skill: OpenedSkill<Static<Shape>>, signal: AbortSignal) => Promise<Toolset>;
}

/** A type of skill: what its params are, and the tools that it makes of them. */
export interface SkillKind {
  readonly type: string;
  readonly otherNames: readonly string[];
  /** Keys of the params. */
  readonly fields: readonly string[];
  readonly secrets: readonly string[];
  /** Throws `invalid_input` with pointers under `/params`, or what says that something named is not there. */
  check(ctx: SkillContext, project: Project, params: unknown): Promise<void>;
  /** Where the secrets among checked params are sent. */
  secretsGoTo(params: unknown): string;
  /** Which skills of its type it is opened with; undefined: none. */
  togetherKey(params: unknown): string | undefined;
  /** Opens several as one; `togetherKey` says which may be. */
  open(ctx: SkillContext, skills: readonly OpenedSkill<unknown>[], signal: AbortSignal): Promise<Toolset>;
}

/** Closes over the type of the params: outside of its own file a kind takes any that its check has let in. */
export function defineKind<Shape extends TObject>(kind: KindDefinition<Shape>): SkillKind {
  let check: ((input: unknown) => Static<Shape>) | undefined;
  const read = (params: unknown): Static<Shape> => {
    check ??= compileCheck(kind.params, 'json', '/params');
    return check(structuredClone(params));
  };
  return {
    type: kind.type,
    otherNames: kind.otherNames ?? [],
    fields: Object.keys(kind.params.properties),
    secrets: kind.secrets ?? [],
    check: async (ctx, project, params) => kind.check(ctx, project, read(params)),
    secretsGoTo: (params) => kind.secretsGoTo?.(read(params)) ?? '',
    togetherKey: (params) => kind.together?.key(read(params)),
    async open(ctx, skills, signal) {
      const opened = skills.map((skill) => ({ ...skill, params: read(skill.params) }));
      const [one] = opened;
      return kind.open(ctx, kind.together && opened.length > 1 ? kind.together.join(opened) : one, signal);
    },
  };
}
