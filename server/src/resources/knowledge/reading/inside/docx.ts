import { Readable } from 'node:stream';
import JSZip from 'jszip';
import { ServiceError } from '../../../../errors.ts';
import { documentFault } from '../messages.ts';
import { htmlToMarkdown } from './html.ts';
import { refuseDeepXml } from './refuse-deep-xml.ts';

/** Unpacked bytes of all XML of a document: some ten thousand pages. */
const mostBytes = 128 * 1024 * 1024;

/** The text of a Word document as Markdown. Pictures are left out. */
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
    throw documentFault('broken_file', `The file is no sound Word document (.docx): ${reason}`);
  }
}

/** Looks through the XML as it is unpacked, before anybody builds a tree of it. What a file says of its sizes is not believed. */
async function refuseMonsters(bytes: Buffer): Promise<void> {
  const { files } = await JSZip.loadAsync(bytes);
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
