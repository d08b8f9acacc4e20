import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

const rows = Array.from({ length: 60 }, (_, index) => ({
  rooms: index % 5,
  city: ['Oslo', 'Bergen', 'Hamar'][index % 3],
  price: 1000 + 300 * (index % 5) + 50 * (index % 3) + (index % 7),
}));
const type = 'application/x-ndjson';
/** 1.3 MB of lines. */
const asked = Array.from({ length: 40_000 }, (_, index) => ({ rooms: index % 5, city: rows[index % 3].city }));
const lines = asked.map((row) => JSON.stringify(row));

describe('many lines of rows', () => {
  let service: TestService;
  let predict: string;

  beforeAll(async () => {
    service = await shareTestService();
    const models = `/projects/${await service.project()}/models`;
    predict = `${models}/rent/predict`;
    const options = { effort: 'quick' };
    await service.call('POST', models, { name: 'rent', target: 'price', from: { rows }, options });
    await service.until(`${models}/rent`, ({ body }) => body.status === 'complete');
  });
  afterAll(() => service.stop());

  function open(query = '') {
    const headers = { 'content-type': type };
    const sending = request(service.url + predict + query, { method: 'POST', headers });
    const answered = once(sending, 'response').then(([response]) => response as IncomingMessage);
    return { sending, answered };
  }

  it('are answered before the last of them has come, and as in JSON', async () => {
    const { sending, answered } = open();
    sending.write(`\ufeff${lines.slice(0, 39_000).join('\r\n\n')}\r\n`);
    const response = await answered;
    const [begun] = await once(response, 'data');
    const parts = [begun];
    sending.end(lines.slice(39_000).join('\n'));
    for await (const chunk of response) parts.push(chunk);

    const answers = Buffer.concat(parts).toString().trimEnd().split('\n');
    expect(response.headers['content-type']).toBe(type);
    expect(answers).toHaveLength(lines.length);
    const some = [0, 2, 19_999, 39_999];
    const { body } = await service.call(
      'POST',
      predict,
      some.map((index) => asked[index]),
    );
    expect(some.map((index) => JSON.parse(answers[index]))).toEqual(body);
  });

  it('may all be sent before an answer is read', async () => {
    const { sending, answered } = open('?unknown_columns=ignore');
    const text = `${lines.map((line) => line.replace('{', '{"other":1,')).join('\n')}\n`;
    await new Promise<void>((resolve) => sending.end(text, () => resolve()));
    let bytes = 0;
    for await (const chunk of await answered) bytes += (chunk as Buffer).filter((byte) => byte === 10).length;
    expect(bytes).toBe(lines.length);
  });

  it('are refused as a whole while nothing is answered; later the last line says why, and the answer breaks off', async () => {
    const early = open();
    early.sending.end(['{"rooms":"many"}', ...lines].join('\n'));
    expect((await early.answered).statusCode).toBe(400);

    const late = open();
    late.sending.end([...lines, '{"rooms":"many"}'].join('\n'));
    const response = await late.answered;
    expect(response.statusCode).toBe(200);
    let text = '';
    const read = async () => {
      for await (const chunk of response) text += chunk;
    };
    await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
    const told = text.trimEnd().split('\n');
    expect(told.length).toBeGreaterThan(1000);
    expect(JSON.parse(told.at(-1)!)).toMatchObject({
      code: 'invalid_input',
      status: 400,
      errors: [{ pointer: '/40000/rooms' }],
    });
  });

  it('name the line that is not JSON, wherever it is', async () => {
    for (const [broken, line] of [
      ['{"rooms":1', 4],
      ['{"rooms":1}],"params":{"explain":true},"z":[1', 39_001],
    ] as const) {
      const { sending, answered } = open('?unknown_columns=ignore');
      const body = lines.map((one, index) => (index === line - 1 ? broken : index === 1 ? '' : one));
      sending.end(body.join('\n'));
      let text = '';
      await (async () => {
        for await (const chunk of await answered) text += chunk;
      })().catch(() => {});
      expect(JSON.parse(text.trimEnd().split('\n').at(-1)!)).toMatchObject({ code: 'invalid_json', line });
    }
  });

  it('leave no file behind, also when their reader goes', async () => {
    const { sending, answered } = open();
    sending.on('error', () => {});
    sending.write(lines.join('\n'));
    await once(await answered, 'data');
    sending.destroy();
    const folder = join(service.directory, 'tmp');
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.answer'))).toEqual([]);
  });
});
