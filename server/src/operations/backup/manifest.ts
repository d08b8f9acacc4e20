import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ArchiveError } from './tar.ts';

export const manifestName = 'manifest.json';
export const databaseName = 'sibyl.db';
export const masterKeyName = 'master.key';

const manifest = Type.Object({
  format: Type.Literal('sibyl backup 1'),
  created_at: Type.String(),
  /** Fingerprint of the master key; it reveals nothing about the key. */
  master_key: Type.String(),
  files: Type.Record(Type.String(), Type.Object({ bytes: Type.Integer({ minimum: 0 }), sha256: Type.String() })),
});
export interface Manifest {
  format: 'sibyl backup 1';
  created_at: string;
  master_key: string;
  files: Record<string, { bytes: number; sha256: string }>;
}

/** @throws ArchiveError */
export function readManifest(text: string): Manifest {
  try {
    const value: unknown = JSON.parse(text);
    if (Value.Check(manifest, value)) return value;
  } catch {
    // Reported below.
  }
  throw new ArchiveError('The list of files in the archive cannot be read.');
}

const blobName = /^blobs\/(?!.*(?:^|\/)\.)[\w-][\w.-]*(?:\/[\w-][\w.-]*)+$/;

/** Returns whether an archive may contain a file: only the records, a master key and blobs. */
export function isExpected(name: string): boolean {
  return name === databaseName || name === masterKeyName || name === manifestName || blobName.test(name);
}
