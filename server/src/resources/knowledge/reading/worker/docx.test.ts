import { expect, test } from 'vitest';
import { makeZip } from '../../../../../test/document-files.ts';
import { docxToMarkdown } from './docx.ts';

test('a Word document of very many parts is refused, whatever number it states', async () => {
  const parts = Array.from({ length: 10_001 }, (_, index) => [`word/media/picture${index}.png`, '']);
  const honest = makeZip(Object.fromEntries(parts));
  const lying = Buffer.from(honest);
  lying.writeUInt16LE(1, lying.length - 12);
  const refusal = expect.objectContaining({ message: expect.stringContaining('more than 10000 parts') });
  await expect(docxToMarkdown(honest)).rejects.toThrow(refusal);
  await expect(docxToMarkdown(lying)).rejects.toThrow();
});
