import { expect, test } from 'vitest';
import { linkQuestion } from '../link/link-question.ts';
import type { Profile } from '../profile.ts';
import { featureNames } from './features.ts';
import { weightCount } from './grams.ts';
import { rankReadings } from './rank.ts';
import { loadShippedModel, readModel, writeModel } from './ranking-model.ts';
import { namesOfTrust } from './trust-features.ts';
import { allNames } from './weigh.ts';

const tools: Profile = {
  name: 'tools',
  row_count: 3,
  columns: [
    { name: 'tool', type: 'text', distinct: 3, nulls: 0 },
    { name: 'price', type: 'number', distinct: 3, nulls: 0, min: 1, max: 9 },
  ],
  sample: [
    ['saw', 9],
    ['axe', 4],
    ['nail', 1],
  ],
};

/** One tree that finds all of a text's readings likelier the more of the question they say. */
const forest = {
  initialScores: new Float64Array([0]),
  roots: new Int32Array([0]),
  features: new Int32Array([allNames.indexOf('covered'), -1, -1]),
  thresholds: new Float64Array([0.5, 0, 0]),
  firstChildren: new Int32Array([1, 0, 0]),
  missingLeft: new Uint8Array([1, 0, 0]),
  categorySets: new Int32Array(3).fill(-1),
  categoryWords: new Uint32Array(0),
  categoryBinCounts: new Int32Array(allNames.length),
  codeOffsets: new Int32Array(allNames.length + 1),
  codeBins: new Uint16Array(0),
  values: new Float64Array([0, -2, 3]),
  covers: new Float64Array(3),
  gains: new Float64Array(3),
};
/** Whatever is read is as likely. */
const trust = {
  ...forest,
  roots: new Int32Array([0]),
  features: new Int32Array([-1]),
  thresholds: new Float64Array([0]),
  firstChildren: new Int32Array([0]),
  missingLeft: new Uint8Array([0]),
  categorySets: new Int32Array(1).fill(-1),
  categoryBinCounts: new Int32Array(namesOfTrust.length),
  codeOffsets: new Int32Array(namesOfTrust.length + 1),
  values: new Float64Array([1.5]),
  covers: new Float64Array(1),
  gains: new Float64Array(1),
};
const weights = {
  words: new Float32Array(weightCount),
  unit: 1,
  features: new Float64Array(featureNames.length),
  means: new Float64Array(featureNames.length),
  scales: new Float64Array(featureNames.length).fill(1),
};

test('a written model ranks as it was made: what says more words is first, and its likelihood that of the trees of trust', () => {
  const model = readModel(writeModel({ weights, forest, calibration: [0, 1, 0, 0], trust }));
  const [best] = rankReadings(linkQuestion('the price of the axe', tools), model, 3);
  expect(best.said).toBe(1);
  expect(best.probability).toBeCloseTo(1 / (1 + Math.exp(-1.5)), 6);
});

test('a damaged model is refused', () => {
  const text = new TextDecoder('latin1').decode(writeModel({ weights, forest, calibration: [0, 0, 0, 0], trust }));
  const renamed = Uint8Array.from(text.replace('weakest link', 'weakest LINK'), (letter) => letter.charCodeAt(0));
  expect(() => readModel(renamed)).toThrow(/does not match its hash/);
});

test('the shipped model reads a question to a table that nobody trained it on', () => {
  const [best] = rankReadings(linkQuestion('Which tool has the highest price?', tools), loadShippedModel(), 3);
  expect(best.outcome).toEqual(['saw']);
  expect(best.probability).toBeGreaterThan(0.6);
});
