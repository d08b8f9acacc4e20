import { beforeAll, expect, test } from 'vitest';
import { loadModel, ModelFileError } from '../src/load.ts';
import { readSafetensors, writeSafetensors } from '../src/model-file/safetensors.ts';
import type { Tensor } from '../src/model-file/tensors.ts';
import { createRandom } from '../src/random.ts';
import { type TrainRequest, train } from '../src/train.ts';
import { numberColumn, tableOf, textColumn } from './tables.ts';

const random = createRandom(8);
const rowCount = 60;
const size = Array.from({ length: rowCount }, () => random() * 9);
const place = size.map((_, row) => 'abc'[row % 3]);
const label = size.map((meters, row) => (meters > 4 && place[row] !== 'a' ? 'yes' : 'no'));
const rows = [{ size: 5, place: 'b' }, {}];

const requests: Record<string, TrainRequest> = {
  classes: { target: 'y', timeBudgetSeconds: 600 },
  forecast: { target: 'size', orderBy: 'day', groupBy: ['place'], horizon: 2 },
};
const files = new Map<string, { text: string; tensors: Map<string, Tensor> }>();

beforeAll(async () => {
  const days = size.map((_, row) => new Date(Date.UTC(2024, 0, 1 + Math.floor(row / 3))).toISOString());
  const columns = [numberColumn('size', size), textColumn('place', place), textColumn('y', label)];
  for (const [name, request] of Object.entries(requests)) {
    const table = tableOf(request.orderBy ? [...columns, textColumn('day', days)] : columns);
    files.set(name, readSafetensors((await train(table, request)).toBytes()));
  }
});

function fileOf(name: string) {
  return files.get(name) ?? { text: '', tensors: new Map<string, Tensor>() };
}

/** Loads bytes with a valid hash: either refused with a message, or a model that answers. */
function survives(bytes: Uint8Array): void {
  try {
    const model = loadModel(bytes);
    for (const row of rows) model.predict([row], {}, []);
  } catch (error) {
    expect(error).toBeInstanceOf(ModelFileError);
  }
}

/** Deterministic; each case loads a whole model and uses it. */
const rounds = 120;
const oddities = [null, -1, 1e9, 1.5, 'x', [], {}, true];

/** A copy of JSON with one random value replaced by an unusual one. */
function spoil(value: unknown): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || random() < 0.1) return oddities[Math.floor(random() * oddities.length)];
  const key = keys[Math.floor(random() * keys.length)];
  const copy = structuredClone(value);
  Reflect.set(Object(copy), key, spoil(Reflect.get(Object(copy), key)));
  return copy;
}

test.each(Object.keys(requests))('spoilt descriptions and settings: %s', { tags: 'long' }, (name) => {
  const file = fileOf(name);
  const whole: unknown = JSON.parse(file.text);
  for (let round = 0; round < rounds; round++) survives(writeSafetensors(JSON.stringify(spoil(whole)), file.tensors));
});

test.each(Object.keys(requests))('spoilt tensors: %s', { tags: 'long' }, (model) => {
  const file = fileOf(model);
  const names = [...file.tensors.keys()];
  for (let round = 0; round < rounds; round++) {
    const name = names[Math.floor(random() * names.length)];
    const tensor = file.tensors.get(name)?.slice() ?? new Uint8Array(0);
    if (tensor.length > 0) tensor[Math.floor(random() * tensor.length)] = [-1, 0, 255, 1e9, Number.NaN][round % 5];
    const shortened = random() < 0.2 ? tensor.slice(1) : tensor;
    survives(writeSafetensors(file.text, new Map(file.tensors).set(name, shortened)));
  }
});
