import { loadModel } from '@sibyl/engine/load.ts';
import { train } from '@sibyl/engine/train.ts';
import { expect, test } from 'vitest';
import { compileCheck } from '../../../http/request/validation.ts';
import { predictBody, readQuestion } from './questions.ts';
import { ServedModel } from './served-model.ts';

const rowCount = 60;
const values = Float64Array.from({ length: rowCount }, (_, row) => row % 7);

async function serve() {
  const columns = [
    { name: 'x', type: 'number' as const, values },
    { name: 'y', type: 'number' as const, values: values.map((value) => 3 * value) },
  ];
  const model = loadModel((await train({ rowCount, columns }, { target: 'y', effort: 'quick' })).toBytes());
  return new ServedModel({ id: 'm', project_id: 'p' }, model, { key: 'k', byteSize: 1 });
}

test('no near name is looked for once a hundred unknown columns of a row are found', async () => {
  const served = await serve();
  const row = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`x${index}`, 1]));
  const question = readQuestion([row], 100);
  expect(() => [...served.answerInPieces(question, ',')]).toThrow('(and 99 more)');
});

test('no explanation and not many incomplete rows are worked out on the main thread', async () => {
  const served = await serve();
  const check = compileCheck(predictBody, 'json');
  const isQuick = (data: object[], params = {}) => served.isQuick(readQuestion(check({ data, params }), 100));
  expect([isQuick([{ x: 1 }]), isQuick([{ x: 1 }], { explain: true })]).toEqual([true, false]);
  const many = (row: object) => Array.from({ length: 20 }, () => row);
  expect([isQuick(many({ x: 1 })), isQuick([{}]), isQuick(many({}))]).toEqual([true, true, false]);
});
