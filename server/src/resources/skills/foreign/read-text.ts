import { CORE_SCHEMA, loadAll, mapTag, mergeTag, seqTag, strTag } from 'js-yaml';
import { invalidField } from '../../../errors.ts';

/**
 * Reads JSON or one document of YAML. It may take long: call it in a worker.
 * @throws ServiceError `invalid_input` at `pointer`
 */
export function readText(text: string, pointer: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? readJsonOrYaml(text) : readYaml(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'it is broken';
    throw invalidField(pointer, `is neither JSON nor YAML that can be read: ${reason}`, 'wrong_format');
  }
}

/** JSON is read a hundred times faster as JSON than as the YAML that it is too. */
function readJsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return readYaml(text);
  }
}

/** Values that aliases repeat count each time; without aliases no document within the limits has as many. */
const mostValues = 500_000;

/** Tags of others, such as `!Ref` and `!!timestamp`, say nothing here: what carries one is read as if it had none. */
const strangeTags = ['!', 'tag:'].flatMap((tagName) => {
  const all = { tagName, matchByTagPrefix: true, implicit: false } as const;
  return [
    { ...strTag, ...all },
    { ...seqTag, ...all },
    { ...mapTag, ...all },
  ];
});
/** Merge keys (`<<`) are of an older YAML, and in use. The library bounds how much they repeat. */
const schema = CORE_SCHEMA.withTags(mergeTag, ...strangeTags);

function readYaml(text: string): unknown {
  const documents = loadAll(text, { schema }).filter((document) => document !== null && document !== undefined);
  if (documents.length > 1)
    throw new Error(`it has ${documents.length} documents, divided by lines \`---\`; send one of them`);
  const [value] = documents;
  const left = { values: mostValues };
  countDown(value, left, mostDepth);
  return value;
}

const mostDepth = 200;

/** Throws where aliases make a value that contains itself, or that grows with each level. */
function countDown(value: unknown, left: { values: number }, depth: number): void {
  left.values -= 1;
  if (left.values < 0 || depth === 0) throw new Error('its aliases repeat too much');
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) countDown(inner, left, depth - 1);
}
