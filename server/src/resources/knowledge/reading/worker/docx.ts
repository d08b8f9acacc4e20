import { Readable } from 'node:stream';
import JSZip from 'jszip';
import { ServiceError } from '../../../../errors.ts';
import { documentFault } from '../messages.ts';
import { htmlToMarkdown } from './html.ts';
import { refuseDeepXml } from './refuse-deep-xml.ts';

/** Maximum unpacked bytes of all XML of a document, about ten thousand pages. */
const mostBytes = 128 * 1024 * 1024;

/** Maximum parts, such as pictures: each costs a millisecond, however short it is. */
const mostParts = 10_000;
const endOfParts = 'PK\x05\x06';

/** Converts a Word document to Markdown, without pictures. */
export async function docxToMarkdown(bytes: Buffer): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
  try {
    await refuseMonsters(bytes);
    const { value } = await mammoth.convertToHtml({ buffer: bytes }, { convertImage });
    return htmlToMarkdown(value).text;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const reason = error instanceof Error ? error.message.split('\n', 1)[0].slice(0, 200) : '';
    throw documentFault('broken_file', `The file is not a valid Word document (.docx): ${reason}`);
  }
}

/**
 * Checks the XML while it is unpacked, before a parser builds a tree of it. Sizes stated in the file are not trusted.
 */
async function refuseMonsters(bytes: Buffer): Promise<void> {
  const end = bytes.lastIndexOf(endOfParts, undefined, 'latin1');
  // A broken file is the business of the reader.
  if (end >= 0 && end + 12 <= bytes.length) refuseManyParts(bytes.readUInt16LE(end + 10));
  const { files } = await JSZip.loadAsync(bytes);
  refuseManyParts(Object.keys(files).length);
  let unpacked = 0;
  for (const file of Object.values(files)) {
    if (!/\.(?:xml|rels)$/i.test(file.name)) continue;
    const xml = refuseDeepXml();
    const decoder = new TextDecoder();
    for await (const chunk of new Readable().wrap(file.nodeStream())) {
      unpacked += (chunk as Buffer).length;
      if (unpacked > mostBytes)
        throw documentFault('too_much_text', `The document unpacks to more than ${mostBytes} bytes of XML.`);
      xml.write(decoder.decode(chunk as Buffer, { stream: true }));
    }
    xml.end();
  }
}

function refuseManyParts(count: number): void {
  if (count <= mostParts) return;
  throw documentFault('too_much_text', `The document has more than ${mostParts} parts; split it.`);
}
