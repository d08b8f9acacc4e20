import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx, makePdf, wordParagraph } from '../../../test/document-files.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
let project: string;
let bases = 0;

beforeAll(async () => {
  service = await startTestService({
    SIBYL_MAX_DOCUMENT_BYTES: '20000000',
    SIBYL_DOCUMENT_MEMORY_BYTES: String(640 * 2 ** 20),
    SIBYL_DOCUMENT_TIMEOUT_MS: '20000',
  });
  project = await service.project();
});
afterAll(() => service.stop());

async function makeBase(settings: object = {}): Promise<string> {
  bases += 1;
  const { body } = await service.call('POST', `/projects/${project}/knowledge_bases`, {
    name: `b${bases}`,
    ...settings,
  });
  return `/projects/${project}/knowledge_bases/${body.name}`;
}

function send(base: string, name: string, content: string | Buffer, type = 'application/octet-stream') {
  const path = `${base}/documents?name=${encodeURIComponent(name)}`;
  return service.call('POST', path, new Uint8Array(Buffer.from(content)), { 'content-type': type });
}

async function search(base: string, query: string) {
  return (await service.call('POST', `${base}/search`, { query })).body.passages;
}

describe('knowledge bases', () => {
  it('are created, read by name and ID, changed, listed and deleted', async () => {
    const base = await makeBase({ description: 'house rules', metadata: { owner: 'desk' } });
    const { body, headers } = await service.call('GET', base);
    expect(body).toMatchObject({ id: expect.stringMatching(/^kb_/), project, document_count: 0, language: 'english' });
    const byId = `/projects/${project}/knowledge_bases/${body.id}`;
    const changed = await service.call(
      'PUT',
      byId,
      { description: 'rules' },
      { 'if-match': headers.get('etag') ?? '' },
    );
    expect(changed.body).toMatchObject({ description: 'rules', metadata: { owner: 'desk' } });
    const list = await service.call('GET', `/projects/${project}/knowledge_bases?name=${body.name}`);
    expect(list.body).toEqual([changed.body]);
    expect((await service.call('DELETE', byId, undefined, { 'if-match': 'W/"old"' })).status).toBe(412);
    expect((await service.call('DELETE', byId)).status).toBe(204);
    expect((await service.call('GET', base)).body.code).toBe('knowledge_base_not_found');
  });

  it.each([
    [{ name: 'no spaces' }, '/name'],
    [{ name: 'a', colour: 'red' }, '/colour'],
    [{ name: 'a', language: 'klingon' }, '/language'],
    [{ name: 'a', metadata: { big: 'x'.repeat(20_000) } }, '/metadata'],
  ])('refuse %o', async (body, pointer) => {
    const answer = await service.call('POST', `/projects/${project}/knowledge_bases`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ pointer }] } });
  });

  it('take a wrapper, and a name once', async () => {
    const path = `/projects/${project}/knowledge_bases`;
    const twice = [1, 2].map(() => service.call('POST', path, { knowledge_base: { name: 'wrapped' } }));
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('put a document in the place of the one of its name where that is asked for', async () => {
    const base = await makeBase();
    const texts = async () => (await search(base, 'dogs')).map(({ text }: { text: string }) => text);
    await send(base, 'pets.md', 'Dogs are allowed.');
    const taken = await send(base, 'pets.md', 'Dogs are forbidden.');
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining('send replace=true')]);
    const path = `${base}/documents`;
    const written = { name: 'pets.md', content: 'Dogs stay outside.', replace: true };
    const { status, body } = await service.call('POST', path, written);
    expect([status, await texts()]).toEqual([201, ['Dogs stay outside.']]);
    const other = await service.call('POST', `${path}?name=pets.md&replace=true`, 'Dogs may sleep here.', {
      'content-type': 'text/markdown',
    });
    expect([other.status, await texts()]).toEqual([201, ['Dogs may sleep here.']]);
    expect((await service.call('GET', base)).body).toMatchObject({ document_count: 1, chunk_count: 1 });
    expect((await service.call('GET', `${path}/${body.id}`)).body.code).toBe('document_not_found');
    const byId = await service.call('POST', path, { ...written, name: other.body.id });
    expect((await service.call('GET', `${path}/pets.md`)).status).toBe(200);
    expect(byId.status).toBeLessThan(500);
  });

  it('keep a project from being deleted unless all goes', async () => {
    const own = await service.project();
    await service.call('POST', `/projects/${own}/knowledge_bases`, { name: 'notes' });
    expect(await service.call('DELETE', `/projects/${own}`)).toMatchObject({ status: 409 });
    expect((await service.call('DELETE', `/projects/${own}?cascade=true`)).status).toBe(204);
  });
});

describe('documents', () => {
  it('come as JSON, are listed, read and deleted', async () => {
    const base = await makeBase();
    const document = { name: 'Haus & Hof.md', content: '# Tiere\n\nHunde sind *erlaubt*.', metadata: { year: 2026 } };
    const made = await service.call('POST', `${base}/documents`, document);
    expect(made).toMatchObject({ status: 201, body: { format: 'markdown', chunk_count: 1, metadata: { year: 2026 } } });
    const path = `${base}/documents/${encodeURIComponent(document.name)}`;
    expect((await service.call('GET', path)).body).toEqual(made.body);
    expect((await service.call('GET', made.headers.get('location') ?? '')).body).toEqual(made.body);
    expect((await service.call('GET', `${path}/text`)).text).toBe(document.content);
    expect((await service.call('GET', `${base}/documents`)).body).toEqual([made.body]);
    expect((await service.call('DELETE', path)).status).toBe(204);
    expect((await service.call('GET', path)).body.code).toBe('document_not_found');
    expect(await search(base, 'Hunde')).toEqual([]);
  });

  it('come as a form with fields', async () => {
    const base = await makeBase();
    const form = new FormData();
    form.set('metadata', '{"topic":"parking"}');
    form.set('title', 'Where to park');
    form.set('file', new Blob(['Garage spaces cost 140.'], { type: 'text/plain' }), 'parking.txt');
    const { status, body } = await service.call('POST', `${base}/documents`, form);
    expect({ status, ...body }).toMatchObject({
      status: 201,
      name: 'parking.txt',
      format: 'text',
      title: 'Where to park',
    });
    expect(await search(base, 'where can I park')).toMatchObject([{ metadata: { topic: 'parking' } }]);
  });

  it('are read from PDF with headings, paragraphs and broken words', async () => {
    const pdf = makePdf([
      [
        ['Deposits', 20],
        ['How much', 14],
        ['The security depo-', 11],
        ['sit is one month of rent.', 11],
      ],
      [
        ['Getting it back', 14],
        ['We return it within 21 days.', 11],
      ],
    ]);
    const base = await makeBase();
    expect((await send(base, 'handbook.pdf', pdf, 'application/pdf')).body).toMatchObject({
      format: 'pdf',
      chunk_count: 2,
    });
    const [best] = await search(base, 'how much is the deposit');
    expect(best).toMatchObject({ heading: 'Deposits > How much', text: 'The security deposit is one month of rent.' });
    expect(best).toMatchObject({ page: 1, last_page: 1 });
    expect((await search(base, 'when is it returned'))[0]).toMatchObject({ page: 2, last_page: 2 });
    const { text } = await service.call('GET', `${base}/documents/handbook.pdf/text`);
    expect(text.slice(best.start, best.end)).toBe(best.text);
  });

  it('are read from Word with headings and tables', async () => {
    const cell = (text: string) => `<w:tc>${wordParagraph(text)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell('Laundry')}${cell('1.75 dollars')}</w:tr></w:tbl>`;
    const docx = makeDocx(wordParagraph('Prices', 'Heading1') + wordParagraph('All with the key card.') + table);
    const base = await makeBase();
    expect((await send(base, 'prices.docx', docx)).body).toMatchObject({ format: 'docx' });
    expect(await search(base, 'laundry price')).toMatchObject([{ heading: 'Prices', source: 'prices.docx' }]);
  });

  it('are read from HTML without what is no text', async () => {
    const html = `<!doctype html><html><head><title>Rules &amp; more</title><style>p{}</style></head><body>
      <nav>Home Imprint</nav><h1>Quiet <em>hours</em></h1><p>From <b>10</b> at night&nbsp;on.<p>Sundays until 9.
      <ul><li>no drilling<li>no drums</ul><script>if (a < b) alert("drums")</script><pre>a   b\nc</pre></body></html>`;
    const base = await makeBase();
    expect((await send(base, 'rules.html', html, 'text/html')).body).toMatchObject({ title: 'Rules & more' });
    const { text } = await service.call('GET', `${base}/documents/rules.html/text`);
    expect(text).toBe(
      '# Quiet hours\n\nFrom 10 at night on.\n\nSundays until 9.\n\n- no drilling\n- no drums\n\n```\na   b\nc\n```',
    );
  });

  it('are read from CSV, a row a passage', async () => {
    const csv = 'name;city;note\n"Miller; Ann";Berlin;"says ""hi""\nand more"\nBo;Paris;\n';
    const base = await makeBase();
    expect((await send(base, 'people.csv', csv, 'text/csv')).body).toMatchObject({ chunk_count: 2 });
    const [best] = await search(base, 'Berlin');
    expect(best.text).toBe('name: Miller; Ann; city: Berlin; note: says "hi" and more');
  });

  it('are read in other encodings', async () => {
    const base = await makeBase({ language: 'none' });
    await send(base, 'latin.txt', Buffer.from('Die K\xfcndigung', 'latin1'));
    await send(base, 'wide.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Straße', 'utf16le')]));
    expect(await search(base, 'Kündigung')).toMatchObject([{ source: 'latin.txt' }]);
    expect(await search(base, 'strasse')).toMatchObject([{ source: 'wide.txt' }]);
  });

  it('have a name once, also when sent many times at once', async () => {
    const base = await makeBase();
    const sent = Array.from({ length: 8 }, () =>
      service.call('POST', `${base}/documents`, { name: 'a', content: 'b' }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    expect((await service.call('GET', base)).body).toMatchObject({ document_count: 1, chunk_count: 1 });
  });

  it.each([
    [{ name: 'a' }, '/content'],
    [{ content: 'a' }, '/name'],
    [{ name: ' ', content: 'a' }, '/name'],
    [{ name: 'a\nb', content: 'a' }, '/name'],
    [{ name: 'doc_01JZ0000000000000000000000', content: 'a' }, '/name'],
    [{ name: 'a', content: 'a', format: 'pdf' }, '/format'],
    [{ name: 'a', content: 'a', colour: 'red' }, '/colour'],
    [{ name: 'a', content: 'a', metadata: [] }, '/metadata'],
  ])('as JSON are refused when wrong: %o', async (body, pointer) => {
    const answer = await service.call('POST', `${await makeBase()}/documents`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ pointer }] } });
  });

  it('say what is missing or too large', async () => {
    const base = await makeBase();
    const raw = (path: string, body: string) =>
      service.call('POST', `${base}/documents${path}`, body, { 'content-type': 'text/x' });
    expect((await raw('', 'text')).body.errors[0].pointer).toBe('?name');
    expect((await raw('?name=a', 'text')).body.errors[0].pointer).toBe('?format');
    expect((await raw('?name=a.md&metadata=5', 'text')).body.errors[0].pointer).toBe('?metadata');
    expect((await send(base, 'big.txt', 'x'.repeat(20_100_000))).body).toMatchObject({ code: 'upload_too_large' });
    const beside = await service.call('POST', `${base}/documents?name=a`, { name: 'a', content: 'b' });
    expect(beside.body.errors[0].pointer).toBe('?name');
    expect((await service.call('GET', base)).body.document_count).toBe(0);
  });
});

describe('hostile documents', () => {
  const deep = `${'<div>'.repeat(200_000)}deeply buried treasure${'</div>'.repeat(200_000)}`;
  const unclosed = '<a href="'.repeat(100_000);

  it.each([
    ['a broken PDF', 'a.pdf', '%PDF-1.7\ngarbage', 'broken_file'],
    ['a PDF that breaks off', 'a.pdf', makePdf([[['text', 11]]]).subarray(0, 300), 'broken_file'],
    ['a PDF without text', 'a.pdf', makePdf([[]]), 'no_text'],
    ['no Word document', 'a.docx', 'PK\x03\x04 nothing', 'broken_file'],
    ['an archive that is no Word document', 'a.docx', makeDocx('').subarray(0, 200), 'broken_file'],
    ['an open quote', 'a.csv', 'a,b\n1,"open\n2,3', 'broken_file'],
    ['a program', 'a.txt', Buffer.from([0x7f, 0x45, 0, 0, 1]), 'not_text'],
    ['an empty file', 'a.md', '', 'no_text'],
    ['an empty page', 'a.html', unclosed, 'no_text'],
    ['too many rows', 'a.csv', 'a\n'.repeat(100_000), 'too_many_passages'],
    ['too much text', 'a.txt', 'word '.repeat(2_100_000), 'too_much_text'],
  ])('%s is refused with its reason', async (_title, name, content, code) => {
    const answer = await send(await makeBase(), name, content);
    expect(answer).toMatchObject({ status: 400, body: { code: 'unreadable_document', errors: [{ code }] } });
  });

  it('a bomb costs its own process alone', { tags: 'long' }, async () => {
    const bomb = makeDocx(Buffer.alloc(400 * 2 ** 20, ' '));
    const base = await makeBase();
    const [refused, live] = await Promise.all([send(base, 'bomb.docx', bomb), service.call('GET', '/health/live')]);
    expect(refused.body).toMatchObject({ code: 'unreadable_document', errors: [{ code: 'too_much_text' }] });
    expect(live.status).toBe(200);
    expect((await send(base, 'next.html', '<p>goes on</p>')).status).toBe(201);
  });

  it.each([
    ['paragraphs within paragraphs', '<w:p>'.repeat(2_000_000) + '</w:p>'.repeat(2_000_000), 'too_deep'],
    ['paragraphs that are never closed', '<w:p>'.repeat(2_000_000), 'too_deep'],
    ['depth behind a bracket in quotes', '<w:p a="/>">'.repeat(10_000) + '</w:p>'.repeat(10_000), 'too_deep'],
    ['depth behind a quote in a comment', `<!-- <x a='> -->${'<w:p>'.repeat(10_000)}`, 'too_deep'],
    ['two million paragraphs', '<w:p/>'.repeat(2_000_000), 'too_many_elements'],
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]>', 'broken_file'],
  ])('%s do not hold up the documents of another project', async (_name, body, code) => {
    const [base, quiet] = [await makeBase(), await makeBase()];
    const monster = makeDocx(body);
    const flood = Array.from({ length: 4 }, (_one, index) => send(base, `monster-${index}.docx`, monster));
    expect((await send(quiet, 'quiet.html', '<p>twelve bytes')).status).toBe(201);
    for (const refused of await Promise.all(flood)) expect(refused.body.errors[0].code).toBe(code);
  });

  it('endless depth is read flat', async () => {
    const base = await makeBase();
    expect((await send(base, 'deep.html', deep)).status).toBe(201);
    expect(await search(base, 'treasure')).toMatchObject([{ text: 'deeply buried treasure' }]);
  });

  it('a line without end falls into passages', async () => {
    const base = await makeBase();
    const line = `${'x'.repeat(3_000_000)} needle ${'word '.repeat(200_000)}`;
    expect((await send(base, 'line.md', line)).body.chunk_count).toBeGreaterThan(3000);
    const [best] = await search(base, 'needle');
    expect(best.text.length).toBeLessThanOrEqual(1000);
  });
});

describe('searching', () => {
  it('refuses what is wrong and names it', async () => {
    const base = await makeBase();
    const wrong = [{}, { query: 5 }, { query: 'a', limit: 51 }, { query: 'a', filter: { a: { about: 1 } } }];
    const answers = await Promise.all(wrong.map((body) => service.call('POST', `${base}/search`, body)));
    expect(answers.map(({ status, body }) => [status, body.errors[0].pointer])).toEqual([
      [400, '/query'],
      [400, '/query'],
      [400, '/limit'],
      [400, '/filter/a/about'],
    ]);
  });

  it('finds nothing in an empty base', async () => {
    expect(await search(await makeBase(), 'anything')).toEqual([]);
  });
});
