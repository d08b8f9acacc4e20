import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../test/data-room.ts';
import firstHalf from '../../test/questions/first-half.json' with { type: 'json' };
import fourthSet from '../../test/questions/fourth-set.json' with { type: 'json' };
import type { Question } from '../../test/questions/judge.ts';
import { judgeAll } from '../../test/questions/judge-all.ts';
import secondHalf from '../../test/questions/second-half.json' with { type: 'json' };
import thirdSet from '../../test/questions/third-set.json' with { type: 'json' };
import { knowledgeToolset, predictToolset, type RealTable, sqlToolset } from '../../test/questions/toolsets.ts';
import { generateHomeRentals } from '../operations/sample/home-rentals.ts';
import type { Toolset } from '../resources/skills/toolset.ts';

const { room, importText } = useDataRoom();
let homes: RealTable;
let toolsets: Toolset[];

beforeAll(async () => {
  const imported = await importText(JSON.stringify(generateHomeRentals(5000, 4747)), {}, 'json');
  homes = { name: 'home_rentals', imported, part: imported.part };
  const sql = await sqlToolset(room(), [homes]);
  const { grounding } = sql;
  const columns = grounding.kind === 'sql' ? grounding.tables[0].columns : [];
  const inputs = columns.filter(({ name }) => name !== 'rental_price');
  const model = { name: 'home_rentals_model', target: 'rental_price', task: 'regression', inputs };
  const handbook = new URL('../operations/sample/handbook', import.meta.url).pathname;
  toolsets = [sql, predictToolset(model), knowledgeToolset(handbook)];
});

async function expectRight(questions: readonly Question[]): Promise<void> {
  const { right, wrong } = await judgeAll(questions, toolsets, room(), [homes]);
  expect(wrong).toEqual([]);
  expect(right.length / questions.length).toBeGreaterThanOrEqual(0.8);
}

test('answers the first half with nothing wrong', () => expectRight(firstHalf));

const others: [string, readonly Question[]][] = [
  ['second half', secondHalf],
  ['third set', thirdSet],
  ['fourth set', fourthSet],
];
test.each(others)('answers the %s with nothing wrong', { tags: 'long' }, (_, questions) => expectRight(questions));
