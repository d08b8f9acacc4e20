import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type FormFile, readForm } from './forms.ts';

const open = (type: string) => Object.assign(new PassThrough(), { headers: { 'content-type': type } });
const read = (body: PassThrough, take: (file: FormFile) => Promise<void>) =>
  readForm(body as unknown as IncomingMessage, 1000, take);
const field = '--x\r\nContent-Disposition: form-data; name="o"\r\nContent-Type: application/json\r\n\r\n';

it('takes no file that comes after an error', async () => {
  const body = open('multipart/form-data; boundary=x');
  const taken: string[] = [];
  const reading = read(body, async (file) => void taken.push(file.field));
  body.write(`${field}{\r\n--x\r\n`);
  await expect(reading).rejects.toMatchObject({ code: 'invalid_input' });
  for (const piece of ['Content-Disposition: form-data; name="f"; filename="a"\r\n\r\n', 'a,b\r\n', '--x--\r\n']) {
    body.write(piece);
    await pause(5);
  }
  expect(taken).toEqual([]);
});

it.each(['x', '"x"', ' x ; charset=utf-8', '"x";a=b'])('reads a form with the boundary %s', async (boundary) => {
  const body = open(`multipart/form-data; boundary=${boundary}`);
  body.end(`${field}{"a":1}\r\n--x--\r\n`);
  expect(await read(body, async () => {})).toEqual({ o: { a: 1 } });
});

it.each(['boundary="a\\"b"', "boundary*=utf-8''x", 'boundary=', 'boundary=\u00fc'])(
  'refuses the boundary that may be read in several ways, or is none: %s',
  async (parameter) => {
    await expect(read(open(`multipart/form-data; ${parameter}`), async () => {})).rejects.toMatchObject({
      code: 'malformed_request',
    });
  },
);
