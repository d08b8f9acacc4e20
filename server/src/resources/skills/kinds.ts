import type { SkillType } from '../../platform/db/schema/skills.ts';
import { agentKind } from './agent/agent-kind.ts';
import { httpKind } from './http/http-kind.ts';
import type { SkillKind } from './kind.ts';
import { knowledgeKind } from './knowledge/knowledge-kind.ts';
import { mcpKind } from './mcp/mcp-kind.ts';
import { predictKind } from './predict/predict-kind.ts';
import { sqlKind } from './sql/sql-kind.ts';

/** Every type of skill. */
export const kinds: Record<SkillType, SkillKind> = {
  sql: sqlKind,
  knowledge: knowledgeKind,
  predict: predictKind,
  http: httpKind,
  mcp: mcpKind,
  agent: agentKind,
};
