import type { Sha256 } from '../model.ts';
import { type Digest, holdsDigest, noDigests, writeDigests } from './digests.ts';
import { ModelFileError } from './reader.ts';
import type { Tensor } from './tensors.ts';

/** The safetensors layout: 8 bytes little-endian length, that much JSON, raw tensors without gaps. */
const mostHeader = 100_000_000;

const kinds = { F64: Float64Array, I32: Int32Array, U32: Uint32Array, U16: Uint16Array, U8: Uint8Array } as const;
type Kind = keyof typeof kinds;

/** Writes `text` (the model's JSON) and its tensors as one file; the same input gives the same bytes. */
export function writeSafetensors(
  text: string,
  tensors: ReadonlyMap<string, Tensor>,
  hash?: Sha256,
): Uint8Array<ArrayBuffer> {
  const ordered = [...tensors].sort(([, a], [, b]) => b.BYTES_PER_ELEMENT - a.BYTES_PER_ELEMENT);
  const header: Record<string, unknown> = { __metadata__: { ...noDigests, sibyl: text } };
  let end = 0;
  for (const [name, tensor] of ordered) {
    header[name] = { dtype: kindOf(tensor), shape: [tensor.length], data_offsets: [end, end + tensor.byteLength] };
    end += tensor.byteLength;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const headerLength = Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(8 + headerLength + end).fill(0x20, 8, 8 + headerLength);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerLength), true);
  bytes.set(json, 8);
  let at = 8 + headerLength;
  for (const [, tensor] of ordered) {
    bytes.set(new Uint8Array(tensor.buffer, tensor.byteOffset, tensor.byteLength), at);
    at += tensor.byteLength;
  }
  writeDigests(bytes, hash);
  return bytes;
}

/**
 * Reads what `writeSafetensors` wrote, with checks before any allocation. The tensors are views of the bytes where these
 * are aligned, as the writer aligns them: a copy would take a sixth of the time of loading a large model. Throws
 * ModelFileError for anything else.
 */
export function readSafetensors(
  bytes: Uint8Array,
  digest?: Sha256 | Digest,
): { text: string; tensors: Map<string, Tensor> } {
  if (bytes.length < 8) throw new ModelFileError('the file is too short to be a model');
  const headerLength = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  if (headerLength > mostHeader || 8 + headerLength > bytes.length)
    throw new ModelFileError('the file is cut off or not a model: its header is longer than the file');
  if (!holdsDigest(bytes, digest))
    throw new ModelFileError('the file is damaged or not a model: its content does not match its hash');
  const { __metadata__: metadata, ...entries } = parseHeader(bytes.subarray(8, 8 + headerLength));
  const text: unknown = isObject(metadata) ? metadata.sibyl : undefined;
  if (typeof text !== 'string') throw new ModelFileError('the file holds tensors, but not a Sibyl model');
  const data = bytes.subarray(8 + headerLength);
  const tensors = new Map(Object.entries(entries).map(([name, entry]) => [name, readTensor(name, entry, data)]));
  return { text, tensors };
}

const kindNames = Object.keys(kinds) as Kind[];

function kindOf(tensor: Tensor): Kind {
  return kindNames.find((kind) => tensor instanceof kinds[kind]) ?? 'U8';
}

function parseHeader(bytes: Uint8Array): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isObject(header)) return header;
  } catch {
    // The error below covers this case.
  }
  throw new ModelFileError('the header of the file is not a JSON object');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readTensor(name: string, entry: unknown, data: Uint8Array): Tensor {
  const { dtype, data_offsets: offsets } = isObject(entry) ? entry : {};
  const kind = kindNames.find((one) => one === dtype);
  const make = kind && kinds[kind];
  const [start, end] = Array.isArray(offsets) ? offsets : [];
  const isRange = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= data.length;
  if (!make || !isRange || (end - start) % make.BYTES_PER_ELEMENT !== 0)
    throw new ModelFileError(`tensor ${name} lies outside the file or is of an unknown type`);
  const at = data.byteOffset + start;
  const isAligned = at % make.BYTES_PER_ELEMENT === 0;
  const [buffer, offset] = isAligned ? [data.buffer, at] : [new Uint8Array(data.subarray(start, end)).buffer, 0];
  return new make(buffer as ArrayBuffer, offset, (end - start) / make.BYTES_PER_ELEMENT);
}
