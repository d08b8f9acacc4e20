import { isDeepStrictEqual } from 'node:util';
import { dump } from 'js-yaml';
import { type Static, Type } from 'typebox';
import { invalidField, ServiceError } from '../../errors.ts';
import { decodeJson } from '../../platform/db/json.ts';
import type { Check } from '../../platform/records/check.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { requireProject } from '../projects/service.ts';
import type { SkillContext } from './context.ts';
import type { Project } from './kind.ts';
import { type SkillRecord, skillRecord } from './schemas.ts';
import { changeSkill, requireSkill, type SkillAddress } from './service.ts';
import { type Glossary, glossaryFields } from './sql/glossary/entry.ts';
import { writeDbt, writeOsi } from './sql/glossary/formats/write-semantics.ts';
import { mergeGlossaries } from './sql/glossary/merge-glossaries.ts';
import { namedTables } from './sql/sql-kind.ts';
import type { SkillRow } from './store.ts';

const unmapped = Type.Array(Type.Object({ what: Type.String(), why: Type.String() }, { title: 'Unmapped' }), {
  description: 'What could not be said in the other form.',
});

export const teaching = Type.Object(
  {
    ...glossaryFields,
    document: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000_000,
        description: 'YAML or JSON: semantic models and metrics of dbt, or a model of Open Semantic Interchange.',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ glossary: [{ term: 'revenue', sql: 'sum("rental_price")', unit: '$' }] }],
  },
);
type Teaching = Static<typeof teaching>;

export const taught = Type.Object(
  { skill: skillRecord, unmapped },
  { title: 'Taught', description: 'The skill with what it was taught.' },
);

export const glossaryQuery = Type.Object(
  { format: Type.Optional(Type.Enum(['osi', 'dbt'] as const, { default: 'osi' })) },
  { additionalProperties: false },
);

export const glossaryDocument = Type.Object(
  { document: Type.String({ description: 'YAML.' }), unmapped },
  { title: 'GlossaryDocument' },
);

/**
 * Adds entries to the glossary of a skill; a term that is there gets the new meaning. `check` sees the current record.
 * @throws ServiceError `stale_record` when somebody else taught it meanwhile
 */
export async function teachSkill(
  ctx: SkillContext,
  address: SkillAddress,
  { document, ...given }: Teaching,
  check: Check<SkillRecord>,
): Promise<Static<typeof taught>> {
  const { project, row, params } = await requireTeachable(ctx, address);
  const read =
    document === undefined
      ? { unmapped: [] }
      : await ctx.foreign.readSemantics(document, requesterOf(ctx, project.id, ctx.leaving));
  const { unmapped, ...own } = read;
  const merged = mergeGlossaries(params, mergeGlossaries(own, given));
  const checkAll = (current: SkillRecord) => {
    check(current);
    requireSameGlossary(current.params, params);
  };
  const skill = await changeSkill(ctx, { project: project.id, skill: row.id }, { params: { ...merged } }, checkAll);
  return { skill, unmapped };
}

/** Reading a document takes a while, in which others may teach: what they said is no part of what was merged. */
function requireSameGlossary(current: Glossary, merged: Glossary): void {
  if (isDeepStrictEqual(mergeGlossaries(current, {}), mergeGlossaries(merged, {}))) return;
  throw new ServiceError('stale_record', 'Somebody taught the skill at the same moment; try again.');
}

/** Writes the glossary of a skill for another tool. */
export async function exportGlossary(ctx: SkillContext, address: SkillAddress, format: 'osi' | 'dbt') {
  const { project, row, params } = await requireTeachable(ctx, address);
  const tables = await namedTables(ctx, project, params);
  const { document, unmapped } = format === 'osi' ? writeOsi(row.name, params, tables) : writeDbt(params, tables);
  return { document: dump(document, { lineWidth: 120, noRefs: true }), unmapped };
}

async function requireTeachable(
  ctx: SkillContext,
  { project: name, skill }: SkillAddress,
): Promise<{ project: Project; row: SkillRow; params: Glossary & { tables?: string[]; connection?: string } }> {
  const project = await requireProject(ctx, name);
  const row = await requireSkill(ctx, project, skill);
  if (row.type !== 'sql') {
    const detail = `Skill ${row.name} is of type ${row.type}: only skills of type sql have a glossary.`;
    throw new ServiceError('invalid_input', detail, { errors: invalidField('/type', 'must be sql').errors });
  }
  return { project, row, params: decodeJson(row.params) };
}
