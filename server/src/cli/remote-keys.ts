import type { Sibyl } from '../../../sdk/src/index.ts';
import type { KeyAdmin } from '../resources/keys/key-admin.ts';
import type { KeyRecord } from '../resources/keys/schemas.ts';

/** Administers the keys of a service over HTTP. */
export function remoteKeys({ keys }: Sibyl): KeyAdmin {
  return {
    create: (input) => keys.create(input),
    async list() {
      const all: KeyRecord[] = [];
      for await (const key of keys.list()) all.push(key);
      return all;
    },
    rotate: (name, overlap_seconds) => keys.rotate(name, { overlap_seconds }),
    async revoke(name) {
      await keys.revoke(name);
    },
    async [Symbol.asyncDispose]() {},
  };
}
