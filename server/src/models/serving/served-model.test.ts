import { loadModel } from '@sibyl/engine/load.ts';
import { train } from '@sibyl/engine/train.ts';
import { expect, test } from 'vitest';
import { compileCheck } from '../../http/validation.ts';
import { predictBody, readQuestion } from './questions.ts';
import { ServedModel } from './served-model.ts';

const rowCount = 60;
const values = Float64Array.from({ length: rowCount }, (_, row) => row % 7);

test('no explanation is worked out on the main thread: not one row of one column', async () => {
  const columns = [
    { name: 'x', type: 'number' as const, values },
    { name: 'y', type: 'number' as const, values: values.map((value) => 3 * value) },
  ];
  const model = loadModel((await train({ rowCount, columns }, { target: 'y', timeBudgetSeconds: 1 })).toBytes());
  const served = new ServedModel({ id: 'm', project_id: 'p' }, model, { key: 'k', byteSize: 1 });
  const check = compileCheck(predictBody, 'json');
  const isQuick = (params: object) => served.isQuick(readQuestion(check({ data: [{ x: 1 }], params }), 10));
  expect([isQuick({}), isQuick({ explain: true })]).toEqual([true, false]);
});
