import type { Static, TObject } from 'typebox';
import { compileCheck } from '../../http/request/validation.ts';
import type { SkillContext } from './context.ts';
import type { Toolset } from './toolset.ts';

type Params = Record<string, unknown>;

/** A project that exists and that the caller may reach. */
export interface Project {
  id: string;
  name: string;
}

export interface OpenedSkill<Params> {
  project: Project;
  name: string;
  /** The user's description; may be empty. */
  description: string;
  params: Params;
  /** The question to open it for, when there is one. */
  question?: string;
  /** The last questions of the conversation, with that one. */
  questions?: string;
}

/** How skills of a type are opened as one set of tools. */
interface Together<Params> {
  /** Skills with the same key are opened as one. */
  key: (params: Params) => string;
  join: (skills: readonly OpenedSkill<Params>[]) => OpenedSkill<Params>;
}

interface KindDefinition<Shape extends TObject> {
  /** The name of the type, as stored and shown. */
  type: string;
  /** Other spellings of the type, accepted at creation. */
  otherNames?: readonly string[];
  /** Schema of `params`; it must refuse unknown keys. */
  params: Shape;
  /** Reads what existing clients write for the params of this service. */
  respell?: (params: Params) => Params;
  /** Keys of `params` that hold secrets. */
  secrets?: readonly string[];
  /** Returns the part of `params` that secrets are sent to: when it changes they must be given again. */
  secretsGoTo?: (params: Static<Shape>) => string;
  /** Refuses what the schema cannot check, such as missing tables. */
  check: (ctx: SkillContext, project: Project, params: Static<Shape>) => Promise<void>;
  /** When absent, each skill is opened alone. */
  together?: Together<Static<Shape>>;
  open: (ctx: SkillContext, skill: OpenedSkill<Static<Shape>>, signal: AbortSignal) => Promise<Toolset>;
  /** Reads ahead what the first question would have to wait for. */
  prepare?: (ctx: SkillContext, project: Project, params: Static<Shape>) => Promise<void>;
}

/** A type of skill: its params and the tools that it makes. */
export interface SkillKind {
  readonly type: string;
  readonly otherNames: readonly string[];
  /** Keys of the params. */
  readonly fields: readonly string[];
  readonly secrets: readonly string[];
  /** Throws `invalid_input` with pointers below `/params`, or an error about something named that does not exist. */
  check(ctx: SkillContext, project: Project, params: unknown): Promise<void>;
  /** Returns where the secrets of checked params are sent. */
  secretsGoTo(params: unknown): string;
  /** Returns the key of skills to open together; undefined for none. */
  togetherKey(params: unknown): string | undefined;
  /** Opens several skills as one; `togetherKey` decides which. */
  open(ctx: SkillContext, skills: readonly OpenedSkill<unknown>[], signal: AbortSignal): Promise<Toolset>;
  /** Reads ahead what the first question would have to wait for. */
  prepare(ctx: SkillContext, project: Project, params: unknown): Promise<void>;
}

/** Hides the type of the params: outside of its own file a kind accepts any params that its check accepted. */
export function defineKind<Shape extends TObject>(kind: KindDefinition<Shape>): SkillKind {
  let check: ((input: unknown) => Static<Shape>) | undefined;
  const read = (params: unknown): Static<Shape> => {
    check ??= compileCheck(kind.params, 'json', '/params');
    // Existing clients describe a skill in its params; the record has the description.
    const { description, ...given } = structuredClone(params) as Params;
    const isOther = typeof description !== 'string' || 'description' in kind.params.properties;
    const own = isOther && description !== undefined ? { ...given, description } : given;
    return check(kind.respell?.(own) ?? own);
  };
  return {
    type: kind.type,
    otherNames: kind.otherNames ?? [],
    fields: Object.keys(kind.params.properties),
    secrets: kind.secrets ?? [],
    check: async (ctx, project, params) => kind.check(ctx, project, read(params)),
    secretsGoTo: (params) => kind.secretsGoTo?.(read(params)) ?? '',
    togetherKey: (params) => kind.together?.key(read(params)),
    prepare: async (ctx, project, params) => kind.prepare?.(ctx, project, read(params)),
    async open(ctx, skills, signal) {
      const opened = skills.map((skill) => ({ ...skill, params: read(skill.params) }));
      const [one] = opened;
      return kind.open(ctx, kind.together && opened.length > 1 ? kind.together.join(opened) : one, signal);
    },
  };
}
