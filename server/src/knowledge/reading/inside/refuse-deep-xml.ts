import { DocumentRefused } from '../messages.ts';

/** No writer nests so deep; readers go down one call an element. */
const deepest = 500;
const mostElements = 1_000_000;

/** Whatever begins with `<`: a comment, characters, an instruction, or a tag; the last alternative is none of these. */
const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?<closes>\/?)[^<>"'!?](?:[^<>"']|"[^"]*"|'[^']*')*?(?<isEmpty>\/?)>|</g;

/** Goes over XML once and builds nothing. A document type is refused too: entities grow without end. */
export function refuseDeepXml(xml: string): void {
  let depth = 0;
  let elements = 0;
  for (const { 0: text, groups } of xml.matchAll(markup)) {
    if (text === '<') throw new DocumentRefused('broken_file', 'The XML of the document is broken.');
    if (groups?.closes === undefined) continue;
    if (groups.closes !== '') depth -= 1;
    else if (groups.isEmpty === '') depth += 1;
    if (groups.closes === '') elements += 1;
    if (depth > deepest)
      throw new DocumentRefused('too_deep', `The document nests its elements deeper than ${deepest} levels.`);
    if (elements > mostElements)
      throw new DocumentRefused('too_many_elements', `The document has more than ${mostElements} elements; split it.`);
  }
}
