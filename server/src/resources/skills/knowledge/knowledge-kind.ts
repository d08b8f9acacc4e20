import { Type } from 'typebox';
import { nameOrId } from '../../../http/reply/schemas.ts';
import { searchKnowledge } from '../../knowledge/search.ts';
import { requireBase } from '../../knowledge/service.ts';
import type { SkillContext } from '../context.ts';
import { defineTool } from '../define-tool.ts';
import { defineKind, type Project } from '../kind.ts';
import type { Citation, ToolResult } from '../toolset.ts';

const params = Type.Object(
  {
    knowledge_bases: Type.Array(nameOrId, { minItems: 1, maxItems: 20, uniqueItems: true }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5, description: 'Maximum passages.' })),
  },
  { additionalProperties: false },
);

const input = {
  type: 'object',
  properties: { query: { type: 'string', minLength: 1, maxLength: 1000, description: 'What to look for, in words.' } },
  required: ['query'],
  additionalProperties: false,
};

/** Passages of documents with their sources. */
export const knowledgeKind = defineKind({
  type: 'knowledge',
  otherNames: ['knowledge_base', 'retrieval'],
  params,
  // Existing clients name one base as `source`.
  respell: ({ source, ...params }) => (source === undefined ? params : { knowledge_bases: [source], ...params }),
  async needs(ctx, project, { knowledge_bases }) {
    for (const base of knowledge_bases) await requireBase(ctx, { project: project.id, base });
  },
  async open(ctx, { project, name, description, params: { knowledge_bases: bases, limit = 5 } }) {
    const tool = defineTool({
      skill: name,
      name: 'search',
      description: `Finds passages of documents. ${description}`.trim(),
      parameters: input,
      run: ({ query }, { signal }) => search(ctx, { project, bases, limit, query: String(query) }, signal),
    });
    const instructions = `Documents of ${bases.join(', ')}: ask ${tool.name}, and name the source of what you use. ${description}`;
    const grounding = { kind: 'knowledge', tool: tool.name, bases } as const;
    return { skill: name, type: 'knowledge', instruct: () => instructions.trim(), tools: [tool], grounding };
  },
});

interface Search {
  project: Project;
  bases: readonly string[];
  limit: number;
  query: string;
}

async function search(
  ctx: SkillContext,
  { project, bases, limit, query }: Search,
  signal: AbortSignal,
): Promise<ToolResult> {
  const answers = await Promise.all(
    bases.map((base) => searchKnowledge(ctx, project.id, base, { query, limit }, signal)),
  );
  const passages = answers.flatMap((answer) => answer.passages).sort((a, b) => b.score - a.score);
  const found = passages.slice(0, limit);
  const citations: Citation[] = found.map(({ source, title, heading, start, end, page, last_page, score, text }) => ({
    source,
    ...(title === null ? {} : { title }),
    ...(heading === '' ? {} : { heading }),
    start,
    end,
    ...(page === null || last_page === null ? {} : { page, last_page }),
    score,
    text,
  }));
  const content = citations.map(({ source, title, heading, page, last_page, text, score }, at) => ({
    source,
    title,
    heading,
    page,
    last_page,
    text,
    score,
    similarity: found[at].similarity ?? undefined,
  }));
  return { content: { passages: content }, citations, details: { query, passages: citations.length } };
}
