import { beforeAll, expect, test } from 'vitest';
import { useDataRoom } from '../../../test/data-room.ts';
import { askBuiltin } from '../../../test/questions/ask.ts';
import firstHalf from '../../../test/questions/first-half.json' with { type: 'json' };
import { judge, type Question, type Verdict } from '../../../test/questions/judge.ts';
import secondHalf from '../../../test/questions/second-half.json' with { type: 'json' };
import {
  knowledgeToolset,
  predictToolset,
  type RealTable,
  runSql,
  sqlToolset,
} from '../../../test/questions/toolsets.ts';
import { generateHomeRentals } from '../../sample/home-rentals.ts';
import type { Toolset } from '../../skills/toolset.ts';

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
  const handbook = new URL('../../sample/handbook', import.meta.url).pathname;
  toolsets = [sql, predictToolset(model), knowledgeToolset(handbook)];
});

async function judgeAll(questions: readonly Question[]): Promise<Record<Verdict, string[]>> {
  const verdicts: Record<Verdict, string[]> = { right: [], refused: [], wrong: [] };
  for (const question of questions) {
    const answered = await askBuiltin(toolsets, question.ask);
    const truth = question.sql ? await runSql(room(), [homes], question.sql) : undefined;
    const verdict = judge(question, answered, truth);
    verdicts[verdict].push(question.ask.join(' / '));
    if (process.env.SHOW)
      console.log(
        `${verdict}: ${question.ask.join(' / ')}\n   ${answered.calls.map((c) => JSON.stringify(c.input)).join(' ')}\n   ${answered.text}`,
      );
  }
  return verdicts;
}

test('the first half', async () => {
  const { right, refused, wrong } = await judgeAll(firstHalf);
  if (process.env.SHOW)
    console.log(`right ${right.length} refused ${refused.length} wrong ${wrong.length}`, refused, wrong);
  expect(wrong).toEqual([]);
});

test('the second half', async () => {
  const { right, refused, wrong } = await judgeAll(secondHalf);
  if (process.env.SHOW)
    console.log(`right ${right.length} refused ${refused.length} wrong ${wrong.length}`, refused, wrong);
  expect(wrong).toEqual([]);
});
