import type { Encoder } from '../encoding/encoder.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { scoreText, type TextModel } from './text-model.ts';
import { bucketCount, hashTokens } from './tokens.ts';
import { createVectorizer } from './vocabulary.ts';

/** Slots of a text column: the linear model's scores, the number of n-grams, the number of characters. */
export function encodeText(name: string, input: number, model: TextModel): Encoder {
  const vectorizer = createVectorizer(model.vocabulary);
  const { sets } = model;
  const slots = [...Array.from({ length: sets }, (_, set) => `score ${set + 1}`), 'tokens', 'characters'];
  return {
    label: 'n-grams with a linear model',
    features: slots.map((slot) => ({ name: `${name} (${slot})`, input, categories: 0 })),
    encode(_value, text, vector, slot) {
      if (text === undefined) {
        vector.fill(Number.NaN, slot, slot + sets + 2);
        return;
      }
      const tokens = hashTokens(text);
      const row = { columns: [], values: [] };
      vectorizer.vectorize(tokens, row.columns, row.values);
      scoreText(model, row, [0, row.columns.length], vector, slot);
      vector[slot + sets] = tokens.length;
      vector[slot + sets + 1] = text.length;
    },
    save: (tensors) => ({
      kind: 'text',
      sets,
      buckets: tensors.add(model.vocabulary.buckets),
      frequencies: tensors.add(model.vocabulary.weights),
      weights: tensors.add(model.weights),
    }),
  };
}

export function loadTextEncoder(saved: SavedValue, name: string, input: number): Encoder {
  const sets = saved.get('sets').integer(1, 1000);
  const buckets = saved.get('buckets').integers(Int32Array, 0, bucketCount - 1);
  const vocabulary = { buckets, weights: saved.get('frequencies').doubles(buckets.length) };
  const weights = saved.get('weights').doubles(sets * (buckets.length + 1));
  return encodeText(name, input, { vocabulary, weights, sets });
}
