import type { TestService } from './service.ts';

/** Homes of which language models of a test read little: prompts are what they are slow at. */
const homes = [
  'neighborhood,rental_price',
  ...Array.from({ length: 40 }, (_, at) => `${['downtown', 'westbrae', 'south_side'][at % 3]},${1000 + 37 * at}`),
].join('\n');

/** Adds the table and a skill over it, `homes`; returns the project. */
export async function addSmallHomes(service: TestService): Promise<string> {
  const at = `/projects/${await service.project()}`;
  await service.call('POST', `${at}/tables?name=homes`, homes, { 'content-type': 'text/csv' });
  await service.call('POST', `${at}/skills`, { name: 'homes', type: 'sql', params: { tables: ['homes'] } });
  return at;
}
