import type { Toolset } from '../../src/resources/skills/toolset.ts';
import type { TestRoom } from '../data-room.ts';
import { askBuiltin } from './ask.ts';
import { judge, type Question, type Verdict } from './judge.ts';
import { type RealTable, runSql } from './toolsets.ts';

/** Asks every question and compares each answer with the tables. With SHOW=1 it prints all. */
export async function judgeAll(
  questions: readonly Question[],
  toolsets: readonly Toolset[],
  room: TestRoom,
  tables: readonly RealTable[],
): Promise<Record<Verdict, string[]>> {
  const verdicts: Record<Verdict, string[]> = { right: [], refused: [], wrong: [] };
  for (const question of questions) {
    const answered = await askBuiltin(toolsets, question.ask);
    const truth = question.sql ? await runSql(room, tables, question.sql) : undefined;
    const verdict = judge(question, answered, truth);
    const asked = question.ask.join(' / ');
    verdicts[verdict].push(asked);
    const inputs = answered.calls.map(({ input }) => Object.values(input).join(' ')).join('; ');
    if (process.env.SHOW) console.log(`${verdict}: ${asked}\n  ${inputs}\n  ${answered.text}`);
  }
  const { right, refused, wrong } = verdicts;
  if (process.env.SHOW)
    console.log(
      `${right.length} right, ${refused.length} refused, ${wrong.length} wrong of ${questions.length}`,
      refused,
      wrong,
    );
  return verdicts;
}
