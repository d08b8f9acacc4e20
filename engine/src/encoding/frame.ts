import type { Field } from '../columns/fields.ts';
import type { Labels } from '../target/labels.ts';
import type { Encoder } from './encoder.ts';
import type { Feature } from './feature.ts';
import { encodeField, planEncoder } from './plan-encoder.ts';

/** An encoder with the first slot that it writes. */
export interface PlacedEncoder {
  input: number;
  slot: number;
  encoder: Encoder;
}

/** Encoded rows as models read them: `columns[feature][row]`. */
export interface Encoded {
  features: readonly Feature[];
  columns: readonly Float64Array[];
  encoders: readonly PlacedEncoder[];
}

/** The encoder of a column that needs the target, fitted. */
export interface TargetEncoding {
  encoder: Encoder;
  /** Slots for all rows; those of training rows are out of fold. */
  columns: Float64Array[];
}

export interface TargetEncoderPlan {
  input: number;
  fit(labels: Labels, train: Int32Array, seed: number): TargetEncoding;
}

/** The inputs of all labelled rows, encoded as far as possible without the target. */
export interface Frame {
  rowCount: number;
  fields: readonly Field[];
  labels: Labels;
  base: Encoded;
  targetEncoders: readonly TargetEncoderPlan[];
}

export function buildFrame(
  fields: readonly Field[],
  labels: Labels,
  targetEncoders: readonly TargetEncoderPlan[],
): Frame {
  let base: Encoded = { features: [], columns: [], encoders: [] };
  for (const [input, field] of fields.entries()) {
    const encoder = planEncoder(field, input);
    if (encoder) base = place(base, input, encoder, encodeField(field, encoder));
  }
  return { rowCount: labels.values.length, fields, labels, base, targetEncoders };
}

/** Adds an encoder, whose columns are out of fold where it saw the target. */
export function extendFrame(frame: Frame, input: number, encoder: Encoder, columns: readonly Float64Array[]): Frame {
  return { ...frame, base: place(frame.base, input, encoder, columns) };
}

/** Fits the target encoders on the `train` rows and adds their columns; returns the base where there are none. */
export function encodeFor(frame: Frame, train: Int32Array, seed: number): Encoded {
  let encoded = frame.base;
  for (const plan of frame.targetEncoders) {
    const { encoder, columns } = plan.fit(frame.labels, train, seed);
    encoded = place(encoded, plan.input, encoder, columns);
  }
  return encoded;
}

function place(encoded: Encoded, input: number, encoder: Encoder, columns: readonly Float64Array[]): Encoded {
  return {
    features: [...encoded.features, ...encoder.features],
    columns: [...encoded.columns, ...columns],
    encoders: [...encoded.encoders, { input, slot: encoded.features.length, encoder }],
  };
}
