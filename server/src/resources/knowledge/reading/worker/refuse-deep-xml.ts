import { SaxesParser } from 'saxes';
import { documentFault } from '../messages.ts';

/** Maximum depth: no program writes deeper, and the parser recurses once per element. */
const deepest = 500;
const mostElements = 1_000_000;

/**
 * Checks XML as a stream without building a tree. A document type is refused too, because entities can expand without
 * bound.
 */
export function refuseDeepXml(): { write(text: string): void; end(): void } {
  const parser = new SaxesParser();
  let depth = 0;
  let elements = 0;
  parser.on('doctype', () => {
    throw documentFault('broken_file', 'The document declares a document type, which no Word document has.');
  });
  parser.on('error', () => {
    throw documentFault('broken_file', 'The XML of the document is broken.');
  });
  parser.on('opentag', () => {
    depth += 1;
    elements += 1;
    if (depth > deepest)
      throw documentFault('too_deep', `The document nests its elements deeper than ${deepest} levels.`);
    if (elements > mostElements)
      throw documentFault('too_many_elements', `The document has more than ${mostElements} elements; split it.`);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  return { write: (text) => parser.write(text), end: () => parser.close() };
}
