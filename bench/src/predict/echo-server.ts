/**
 * Upper limit: a bare Fastify that parses the body and returns a fixed object through `JSON.stringify`, without checks
 * or hooks.
 * Arguments: the port, and a JSON file that maps a number of rows to its response.
 */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const [port, answersFile] = process.argv.slice(2);
const answers: Record<number, unknown> = JSON.parse(readFileSync(answersFile, 'utf8'));
const app = fastify();
app.post<{ Body: unknown[] }>('/predict', async ({ body }) => answers[body.length]);
await app.listen({ host: '127.0.0.1', port: Number(port) });
