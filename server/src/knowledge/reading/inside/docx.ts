import { DocumentRefused } from '../messages.ts';
import { htmlToMarkdown } from './html.ts';

/** The text of a Word document as Markdown. Pictures are left out. */
export async function docxToMarkdown(bytes: Buffer): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
  try {
    const { value } = await mammoth.convertToHtml({ buffer: bytes }, { convertImage });
    return htmlToMarkdown(value).text;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0].slice(0, 200) : '';
    throw new DocumentRefused('broken_file', `The file is no sound Word document (.docx): ${reason}`);
  }
}
