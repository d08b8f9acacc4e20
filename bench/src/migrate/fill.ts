import { join } from 'node:path';
import { makeScratchFolder } from '../process/scratch.ts';
import { type Sibyl, startSibyl, waitForModel } from '../service/sibyl.ts';
import { generateCsv } from '../upload/csv.ts';
import { sendStream } from '../upload/send.ts';

/** What an installation is filled with. */
export interface Size {
  records: number;
  megabytes: number;
  models: number;
}

const megabytesPerTable = 100;
const atOnce = 4;

/** Starts a service on a new data directory and fills it. */
export async function startFilled({ records, megabytes, models }: Size): Promise<Sibyl & { directory: string }> {
  const directory = join(makeScratchFolder(), 'sibyl');
  const environment = { SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'error' };
  const sibyl = await startSibyl({ dataDirectory: directory, environment });
  const project = `${sibyl.base}/api/projects/default`;
  for (let sent = 0; sent < megabytes; sent += megabytesPerTable) {
    const bytes = Math.min(megabytesPerTable, megabytes - sent) * 1e6;
    await sendStream(`${project}/tables?name=t${sent}`, 'text/csv', generateCsv(bytes, { bytes: 0, rows: 0 }));
  }
  await makeModels(sibyl, project, models);
  const left = Array.from({ length: records }, (_, index) => index).values();
  const makeSome = async () => {
    for (const index of left) await makeRecord(project, index);
  };
  await Promise.all(Array.from({ length: atOnce }, makeSome));
  return { ...sibyl, directory };
}

async function makeModels(sibyl: Sibyl, project: string, models: number): Promise<void> {
  const rows = Array.from({ length: 400 }, (_, row) => ({ x: row % 50, z: row % 7, y: 2 * (row % 50) + (row % 3) }));
  await post(`${project}/models`, { name: 'model', target: 'y', from: { rows }, options: { effort: 'quick' } });
  await waitForModel(sibyl, `${project}/models/model`);
  const file = new Uint8Array(await (await fetch(`${project}/models/model/export`)).arrayBuffer());
  for (let count = 1; count < models; count += 1)
    await require201(
      await fetch(`${project}/models/import?name=model_${count}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
      }),
    );
}

/** One in ten is a document; the others are knowledge bases, agents and skills, some with a secret. */
async function makeRecord(project: string, index: number): Promise<void> {
  const base = `base_${index - (index % 10)}`;
  if (index % 10 === 0) return post(`${project}/knowledge_bases`, { name: base });
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: 'http://127.0.0.1:9/v1', api_key: 'k' };
  if (index % 10 === 1) return post(`${project}/agents`, { name: `agent_${index}`, model });
  const text = `# Page ${index}\n\nWhat is said on page ${index} of ${project} is here for nobody but a search.`;
  if (index % 10 === 2 && index > 20)
    return post(`${project}/knowledge_bases/base_10/documents`, { name: `page_${index}`, content: text });
  const sql = { name: `skill_${index}`, type: 'sql', params: { tables: ['t0'] } };
  return post(`${project}/skills`, sql);
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await require201(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function require201(response: Response): Promise<void> {
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 300)}`);
}
