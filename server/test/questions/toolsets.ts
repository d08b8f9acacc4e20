/** Toolsets for the builtin answerer: a real DuckDB table, a model that repeats its inputs, documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelSummary, TableSummary } from '../../src/builtin/grounding.ts';
import type { ImportResult, TablePart } from '../../src/platform/data/types.ts';
import { queryTermsOf } from '../../src/resources/knowledge/analysis/terms.ts';
import { chunksOf } from '../../src/resources/knowledge/chunking/chunks.ts';
import { rarity, scoreByTerms } from '../../src/resources/knowledge/lexical/bm25.ts';
import { digestChunks } from '../../src/resources/knowledge/reading/digest.ts';
import {
  findColumnValues,
  hasFewValues,
  hasManyValues,
  writeValuesQuery,
} from '../../src/resources/skills/sql/column-values.ts';
import type { Tool, Toolset } from '../../src/resources/skills/toolset.ts';
import type { TestRoom } from '../data-room.ts';

export interface RealTable {
  name: string;
  imported: ImportResult;
  part: TablePart;
}

const limits = { maxRows: 1000, timeoutMs: 20_000, memoryBytes: 256 << 20 };

export function runSql(room: TestRoom, tables: readonly RealTable[], sql: string, maxRows = limits.maxRows) {
  const parts = Object.fromEntries(tables.map(({ name, part }) => [name, [part]]));
  return room.runQuery({ sql, tables: parts, ...limits, maxRows });
}

async function summariseRealTable(room: TestRoom, table: RealTable): Promise<TableSummary> {
  const few = table.imported.columns.filter(hasFewValues).map(({ name }) => name);
  const many = table.imported.columns.filter(hasManyValues).map(({ name }) => name);
  const { rows } =
    few.length > 0 ? await runSql(room, [table], writeValuesQuery(few, table.name), 20_000) : { rows: [] };
  const columns = table.imported.columns.map(({ name, type, distinct, nulls, min, max }) => {
    const own = rows.filter(([index]) => few[Number(index)] === name).map(([, value]) => value);
    return { name, type, distinct, nulls, min, max, ...(own.length > 0 ? { values: own } : {}) };
  });
  const { rows: sample } = await runSql(room, [table], `SELECT * FROM "${table.name}" LIMIT 300`);
  return {
    name: table.name,
    row_count: table.imported.rowCount,
    columns,
    sample,
    async findValues(words) {
      if (many.length === 0) return [];
      const ask = async (sql: string) => {
        const { rows } = sql ? await runSql(room, [table], sql) : { rows: [] };
        return rows.map(([index, value, n]) => ({
          column: many[Number(index)],
          value: String(value),
          count: Number(n),
        }));
      };
      return findColumnValues(ask, many, table.name, words);
    },
  };
}

function toolset(skill: string, grounding: Toolset['grounding'], execute: Tool['execute']): Toolset {
  const names = grounding.kind === 'predict' ? grounding.models.map(({ tool }) => tool) : [`${skill}__tool`];
  const tools = names.map((name) => ({ name, description: '', parameters: { type: 'object' }, execute }));
  return { skill, type: grounding.kind, instruct: () => '', tools, grounding };
}

export async function sqlToolset(room: TestRoom, tables: readonly RealTable[]): Promise<Toolset> {
  const summaries = await Promise.all(tables.map((table) => summariseRealTable(room, table)));
  const grounding = { kind: 'sql', tool: 'tables__tool', dialect: 'duckdb', tables: summaries } as const;
  return toolset('tables', { ...grounding, tables: summaries }, async (input) => {
    const { sql } = input as { sql: string };
    const { columns, rows, truncated } = await runSql(room, tables, sql);
    return { content: { columns: columns.map(({ name }) => name), rows, row_count: rows.length, truncated } };
  });
}

export function predictToolset(model: ModelSummary): Toolset {
  const grounding = { kind: 'predict', models: [{ ...model, tool: 'models__tool' }] } as const;
  const content = {
    target: model.target,
    prediction: 2345.67,
    confidence: 0.9,
    lower_bound: 2100.5,
    upper_bound: 2600,
  };
  return toolset('models', { ...grounding, models: [...grounding.models] }, async () => ({ content }));
}

/** The documents of a folder, ranked as a knowledge base ranks them. */
export function knowledgeToolset(folder: string): Toolset {
  const all = readdirSync(folder).flatMap((source) => {
    const text = readFileSync(join(folder, source), 'utf8');
    const title = text.split('\n')[0].replace('# ', '');
    const chunks = digestChunks(text, chunksOf(text, 'markdown'), { title, language: 'english', hasPages: false });
    return chunks.map((chunk) => ({ ...chunk, source, title }));
  });
  const chunks = all.map((chunk, id) => ({ ...chunk, id }));
  const termCount = chunks.reduce((sum, one) => sum + one.term_count, 0);
  const holds = (term: string) => chunks.filter((one) => ` ${one.heading_terms} ${one.terms} `.includes(` ${term} `));
  const grounding = { kind: 'knowledge', tool: 'documents__tool', bases: ['handbook'] } as const;
  return toolset('documents', { ...grounding, bases: ['handbook'] }, async (input) => {
    const asked = queryTermsOf((input as { query: string }).query, 'english');
    const sought = asked.map((term) => ({ term, rarity: rarity(holds(term).length, chunks.length), related: [] }));
    const ranked = scoreByTerms(chunks, sought, { chunkCount: chunks.length, termCount }).slice(0, 5);
    const passages = ranked.map(({ chunk: { source, title, heading, content: text }, score }) => {
      return { source, title, heading, text, score };
    });
    return { content: { passages } };
  });
}
