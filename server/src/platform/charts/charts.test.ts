import { expect, onTestFinished, test } from 'vitest';
import { startLoopback } from '../../../test/loopback.ts';
import { openCharts } from './charts.ts';

const requester = { project: 'p', caller: 'c' };

function open() {
  const charts = openCharts();
  onTestFinished(() => charts.close());
  return charts;
}

const bars = {
  data: { values: ['Rome', 'Çeşme', 'Αθήνα', 'Київ'].map((x, at) => ({ x, y: at + 1 })) },
  mark: { type: 'bar', tooltip: true },
  encoding: { x: { field: 'x', type: 'nominal' }, y: { field: 'y', type: 'quantitative' } },
};

test('draws what an agent shows as a picture', async () => {
  const png = Buffer.from(await open().draw(bars, requester));
  expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect(png.readUInt32BE(16)).toBe(1280);
  expect(png.length).toBeGreaterThan(5000);
});

test('a specification loads nothing, from no address and no file', async () => {
  const peer = await startLoopback((_request, response) => response.end('[{"x": "a", "y": 1}]'));
  onTestFinished(() => peer.stop());
  const charts = open();
  const image = { mark: { type: 'image', url: `${peer.url}/a.png`, width: 9, height: 9 } };
  const lookup = { from: { data: { url: `${peer.url}/b.json` }, key: 'x', fields: ['z'] }, lookup: 'x' };
  const hostile = [
    { ...bars, data: { url: `${peer.url}/a.json` } },
    { ...bars, data: { url: 'file:///etc/passwd', format: { type: 'csv' } } },
    { ...bars, ...image },
    { ...bars, transform: [lookup] },
  ];
  for (const spec of hostile) await expect(charts.draw(spec, requester)).rejects.toThrow();
  expect(peer.requests).toEqual([]);
});

test('a specification runs no code and takes no size of its own', async () => {
  const charts = open();
  const code = "datum.constructor.constructor('return process')().exit()";
  const ran = charts.draw({ ...bars, transform: [{ calculate: code, as: 'y' }] }, requester);
  await ran.then(
    () => {},
    (error) => expect(String(error)).not.toMatch(/broken|exit/),
  );
  const png = Buffer.from(await charts.draw({ ...bars, width: 1e9, height: 1e9 }, requester));
  expect(png.readUInt32BE(16)).toBe(1280);
  const endless = { sequence: { start: 0, stop: 1e12, as: 'x' } };
  await expect(charts.draw({ ...bars, data: endless }, requester)).rejects.toThrow();
  await expect(charts.draw(bars, requester)).resolves.toBeInstanceOf(Uint8Array);
});

test.each([
  ['a field', { encoding: { ...bars.encoding, href: { field: 'x' } } }],
  ['a value', { encoding: { ...bars.encoding, href: { value: 'javascript:alert(1)' } } }],
  ['a mark', { mark: { type: 'bar', href: 'https://example.com' } }],
])('links are left out: by %s', async (_, links) => {
  await expect(open().draw({ ...bars, ...links }, requester)).resolves.toBeInstanceOf(Uint8Array);
});

test('letters that its fonts lack are no empty boxes', async () => {
  const data = { values: [{ x: '東京', y: 1 }] };
  await expect(open().draw({ ...bars, data }, requester)).rejects.toThrow();
});
