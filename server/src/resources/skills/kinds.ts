import { agentKind } from './agent/agent-kind.ts';
import { httpKind } from './http/http-kind.ts';
import type { SkillKind } from './kind.ts';
import { knowledgeKind } from './knowledge/knowledge-kind.ts';
import { mcpKind } from './mcp/mcp-kind.ts';
import { predictKind } from './predict/predict-kind.ts';
import { sqlKind } from './sql/sql-kind.ts';

/** All types of skill. */
export const kinds: readonly SkillKind[] = [sqlKind, knowledgeKind, predictKind, httpKind, mcpKind, agentKind];

const kindOf = new Map(kinds.flatMap((kind) => [kind.type, ...kind.otherNames].map((name) => [name, kind])));

/**
 * @param type any of its names
 * @throws Error for an unknown type: a newer release made the skill
 */
export function requireKind(type: string): SkillKind {
  const kind = kindOf.get(type);
  if (!kind) throw new Error(`there is no skill type ${type}`);
  return kind;
}
