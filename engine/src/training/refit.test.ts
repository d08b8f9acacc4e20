import { expect, test } from 'vitest';
import { numberColumn, tableOf, textColumn } from '../../test/tables.ts';
import { evaluateBlend } from '../evaluation/evaluate.ts';
import { openTable } from '../large-tables/large-table.ts';
import { Monitor } from '../monitor.ts';
import { createRandom } from '../random.ts';
import { prepare } from './prepare.ts';
import { refit } from './refit.ts';
import { search, select } from './select.ts';

/** On a busy machine the stages before refitting can take all of its time. */
test('a model that is fitted again after its time is up is as good as its figures say', async () => {
  const random = createRandom(4);
  const values = Array.from({ length: 400 }, () => random() * 4 - 2);
  const left = values.map((value) => (random() < 1 / (1 + Math.exp(-3 * value)) ? 'yes' : 'no'));
  const monitor = new Monitor({});
  const request = { target: 'left', effort: 'quick' as const };
  const table = tableOf([numberColumn('x', values), textColumn('left', left)]);
  const found = await search(await prepare(await openTable(table, request, monitor), request, monitor));
  const { training } = found;
  // Only the linear member, which is never a bag.
  const linear = found.contenders.filter(({ name }) => name.startsWith('logistic'));
  const selection = await select({ ...found, contenders: linear });
  const { finish } = await evaluateBlend(training, selection);
  const late = { ...training, deadlines: { ...training.deadlines, refit: 0 } };
  const { members } = await refit(late, selection, finish);
  const chances = [-2, 2].map((x) => members.reduce((sum, { model, weight }) => sum + weight * chanceOf(model, x), 0));
  expect(Math.abs(chances[1] - chances[0])).toBeGreaterThan(0.8);
});

/** On a busy machine 69 of 574 rounds were grown, and bounds that should hold .9 of the known rows held .39. */
test('a model that answers known rows apart is fitted to the end, however late it is', async () => {
  const random = createRandom(6);
  const draw = () => [random(), random(), random(), random()];
  const alone = Array.from({ length: 240 }, draw);
  const rows = [...alone, ...alone.slice(0, 120)];
  const table = tableOf(
    ['a', 'b', 'c', 'y'].map((name, place) =>
      numberColumn(
        name,
        rows.map((row) => row[place]),
      ),
    ),
  );
  const monitor = new Monitor({});
  const request = { target: 'y', candidates: ['gradient boosting'] };
  const found = await search(await prepare(await openTable(table, request, monitor), request, monitor));
  const { training } = found;
  const selection = await select(found);
  const { finish } = await evaluateBlend(training, selection);
  const asked: number[] = [];
  const contenders = new Map(
    [...selection.weights].map(([contender, weight]) => {
      const { result } = contender;
      const watched: typeof result.refit = (split) => {
        asked.push(split.deadline);
        return result.refit(split);
      };
      return [{ ...contender, result: { ...result, refit: watched } }, weight];
    }),
  );
  expect(finish).toHaveProperty('known.rows');
  await refit(training, { ...selection, weights: contenders }, finish);
  expect([...new Set(asked)]).toEqual([Number.POSITIVE_INFINITY]);
});

function chanceOf(model: Awaited<ReturnType<typeof refit>>['members'][number]['model'], x: number): number {
  const out = new Float64Array(2);
  model.score(Float64Array.of(x), 1, out);
  return out[1];
}
