/** Toolsets for the builtin answerer: a real DuckDB table, a model that repeats its inputs, documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportResult, TablePart } from '../../src/platform/data/types.ts';
import type { ModelSummary, TableSummary } from '../../src/platform/language/grounding.ts';
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
  const columns = table.imported.columns.map(({ name, type, distinct, min, max }) => {
    const own = rows.filter(([index]) => few[Number(index)] === name).map(([, value]) => value);
    return { name, type, distinct, min, max, ...(own.length > 0 ? { values: own } : {}) };
  });
  return {
    name: table.name,
    row_count: table.imported.rowCount,
    columns,
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

interface Section {
  source: string;
  title: string;
  heading: string;
  text: string;
}

function readSections(folder: string): Section[] {
  return readdirSync(folder).flatMap((file) => {
    const [opening, ...sections] = readFileSync(join(folder, file), 'utf8').split(/^## /m);
    const title = opening.split('\n')[0].replace('# ', '');
    return sections.map((section) => {
      const [heading, ...lines] = section.split('\n');
      return { source: file, title, heading, text: lines.join('\n').trim() };
    });
  });
}

const wordsOf = (text: string) =>
  new Set(
    text
      .toLowerCase()
      .match(/\p{L}{3,}/gu)
      ?.map((word) => word.slice(0, 5)),
  );

/** Returns the sections that share most words with the query, weighted by rarity, in place of a knowledge base. */
export function knowledgeToolset(folder: string): Toolset {
  const sections = readSections(folder).map((section) => ({
    section,
    words: wordsOf(Object.values(section).join(' ')),
  }));
  const rarity = (word: string) => Math.log(sections.length / sections.filter(({ words }) => words.has(word)).length);
  const score = (query: Set<string>, words: Set<string>) =>
    [...query.intersection(words)].reduce((sum, word) => sum + rarity(word), 0);
  const grounding = { kind: 'knowledge', tool: 'documents__tool', bases: ['handbook'] } as const;
  return toolset('documents', { ...grounding, bases: ['handbook'] }, async (input) => {
    const query = wordsOf((input as { query: string }).query);
    const ranked = sections.toSorted((left, right) => score(query, right.words) - score(query, left.words));
    return { content: { passages: ranked.slice(0, 5).map(({ section }) => section) } };
  });
}
