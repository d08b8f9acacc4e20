import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useDataRoom } from '../../../test/data-room.ts';
import { bytesToRead } from './table-files.ts';

const { write } = useDataRoom();

test('the time that a file may take is by its content, be it packed or not', async () => {
  const content = Buffer.from('1,2,3\n'.repeat(2000));
  expect(await bytesToRead(await write(content))).toBe(12_000);
  expect(await bytesToRead(await write(gzipSync(content)))).toBe(12_000);
  expect(await bytesToRead(await write(Buffer.from('PK\x03\x04'.padEnd(500))))).toBe(5000);
});

test('a file cannot claim more content than could be packed into it', async () => {
  const false2g = gzipSync(Buffer.from('1\n'));
  false2g.writeUInt32LE(2 ** 31, false2g.length - 4);
  expect(await bytesToRead(await write(false2g))).toBe(false2g.length * 1032);
  expect(await bytesToRead(await write(false2g), 5000)).toBe(5000);
});
