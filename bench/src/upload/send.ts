import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Streams chunks as the body of a POST and returns the JSON. Throws unless the status is 201. */
export async function sendStream(url: string, type: string, chunks: Iterable<Buffer>): Promise<unknown> {
  const outgoing = request(url, { method: 'POST', headers: { 'content-type': type } });
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
  });
  await Promise.all([pipeline(Readable.from(chunks), outgoing), answered]);
  const { status, body } = await answered;
  if (status !== 201) throw new Error(`${url} answered ${status}: ${body.slice(0, 500)}`);
  return JSON.parse(body);
}
