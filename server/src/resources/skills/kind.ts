import type { Static, TObject } from 'typebox';
import type { Caller } from '../../caller.ts';
import { compileCheck } from '../../http/request/validation.ts';
import { decodeJson, type Json } from '../../platform/db/json.ts';
import type { SkillContext, SkillServices } from './context.ts';
import type { Toolset } from './toolset.ts';

type Params = Record<string, unknown>;

/** A project that exists and that the caller may reach. */
export interface Project {
  id: string;
  name: string;
}

/** What it takes to look for records by name. */
export type Needing = Caller & Pick<SkillServices, 'database'>;

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

/** A part of params that no longer fits. */
export interface ParamsWarning {
  /** JSON Pointer from the skill: `/params/glossary/3`. */
  pointer: string;
  code: string;
  detail: string;
}

interface KindDefinition<Shape extends TObject, Used> {
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
  /** Keys of `params` that are passed on as they are, because to copy them would take long. */
  opaque?: readonly string[];
  /** Returns the part of `params` that secrets are sent to: when it changes they must be given again. */
  secretsGoTo?: (ctx: SkillContext, project: Project, params: Static<Shape>) => string | Promise<string>;
  /** Refuses what the schema cannot check; `stored` are the params before a change, without any at creation. */
  check?: (ctx: SkillContext, project: Project, params: Static<Shape>, stored: Params) => Promise<void>;
  /** Refuses params that name a record which does not exist, at a change and whenever the skill is shown. */
  needs?: (ctx: Needing, project: Project, params: Static<Shape>) => Promise<void>;
  /** Returns what of stored params no longer fits the records that they name. */
  warn?: (ctx: Needing, project: Project, params: Static<Shape>) => Promise<ParamsWarning[]>;
  /** When absent, each skill is opened alone. */
  together?: Together<Static<Shape>>;
  /** Reads stored params into what `open` gets, where that may take long: the outcome is kept. Secrets stay sealed. */
  digest?: (ctx: SkillContext, project: Project, stored: Json, signal: AbortSignal) => Promise<Used>;
  open: (ctx: SkillContext, skill: OpenedSkill<Used>, signal: AbortSignal) => Promise<Toolset>;
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
  check(ctx: SkillContext, project: Project, params: unknown, stored: Params): Promise<void>;
  /** Throws `…_not_found` when a record that stored params name is missing; undefined for kinds that name none. */
  needs: ((ctx: Needing, project: Project, stored: Json) => Promise<void>) | undefined;
  /** Returns what of stored params no longer fits; empty for kinds that name nothing that changes. */
  warn(ctx: Needing, project: Project, stored: Json): Promise<ParamsWarning[]>;
  /** Returns where the secrets of checked params are sent. */
  secretsGoTo(ctx: SkillContext, project: Project, params: unknown): Promise<string>;
  /** Returns the key of skills to open together; undefined for none. */
  togetherKey(stored: Json): string | undefined;
  /** Reads stored params into what `open` gets, where that may take long; undefined where params are used as stored. */
  digest:
    | ((ctx: SkillContext, project: Project, stored: Json, signal: AbortSignal) => Promise<Record<string, unknown>>)
    | undefined;
  /** Opens several skills as one; `togetherKey` decides which. */
  open(ctx: SkillContext, skills: readonly OpenedSkill<unknown>[], signal: AbortSignal): Promise<Toolset>;
  /** Reads ahead what the first question would have to wait for. */
  prepare(ctx: SkillContext, project: Project, params: unknown): Promise<void>;
}

/** Hides the type of the params: outside of its own file a kind accepts any params that its check accepted. */
export function defineKind<Shape extends TObject, Used extends object = Static<Shape>>(
  kind: KindDefinition<Shape, Used>,
): SkillKind {
  let check: ((input: unknown) => Static<Shape>) | undefined;
  const read = (params: unknown): Static<Shape> => {
    check ??= compileCheck(kind.params, 'json', '/params');
    // Existing clients describe a skill in its params; the record has the description.
    const { description, ...given } = copyOf(params, kind.opaque ?? []);
    const isOther = typeof description !== 'string' || 'description' in kind.params.properties;
    const own = isOther && description !== undefined ? { ...given, description } : given;
    return check(kind.respell?.(own) ?? own);
  };
  return {
    type: kind.type,
    otherNames: kind.otherNames ?? [],
    fields: Object.keys(kind.params.properties),
    secrets: kind.secrets ?? [],
    async check(ctx, project, params, stored) {
      const given = read(params);
      await kind.check?.(ctx, project, given, stored);
      await kind.needs?.(ctx, project, given);
    },
    needs: kind.needs && (async (ctx, project, stored) => kind.needs?.(ctx, project, read(decodeJson(stored)))),
    warn: async (ctx, project, stored) => (await kind.warn?.(ctx, project, read(decodeJson(stored)))) ?? [],
    secretsGoTo: async (ctx, project, params) => kind.secretsGoTo?.(ctx, project, read(params)) ?? '',
    togetherKey: (stored) => kind.together?.key(read(decodeJson(stored))),
    digest: kind.digest as SkillKind['digest'],
    prepare: async (ctx, project, params) => kind.prepare?.(ctx, project, read(params)),
    async open(ctx, skills, signal) {
      const used = (params: unknown) => (kind.digest ? params : read(params)) as Used & Static<Shape>;
      const opened = skills.map((skill) => ({ ...skill, params: used(skill.params) }));
      const [one] = opened;
      const skill = kind.together && opened.length > 1 ? kind.together.join(opened) : one;
      return kind.open(ctx, skill as OpenedSkill<Used>, signal);
    },
  };
}

/** Copies params, because the check fills in defaults. As JSON they are copied in a tenth of the time. */
function copyOf(params: unknown, opaque: readonly string[]): Params {
  const entries = Object.entries(params as Params);
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      opaque.includes(key) || value === undefined ? value : JSON.parse(JSON.stringify(value)),
    ]),
  );
}
