// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../test/data-room.ts';
import { judgeAll } from '../../test/questions/judge-all.ts';
import questions from '../../test/questions/other-tables.json' with { type: 'json' };
import { otherTables } from '../../test/questions/other-tables.ts';
import { type RealTable, sqlToolset } from '../../test/questions/toolsets.ts';
import type { Toolset } from '../resources/skills/toolset.ts';

const { room, importText } = useDataRoom();
const tables: RealTable[] = [];
let toolset: Toolset;

beforeAll(async () => {
  for (const [name, rows] of Object.entries(otherTables)) {
    const imported = await importText(JSON.stringify(rows), {}, 'json');
    tables.push({ name, imported, part: imported.part });
  }
  toolset = await sqlToolset(room(), tables);
});

test('answers of orders, employees and sensors at once, with nothing wrong', async () => {
  const { right, wrong } = await judgeAll(questions, [toolset], room(), tables);
  expect(wrong).toEqual([]);
  expect(right.length / questions.length).toBeGreaterThanOrEqual(0.8);
});
