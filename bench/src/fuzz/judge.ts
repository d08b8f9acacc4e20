import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ApiDocument, Operation } from './operations.ts';

export interface FuzzAnswer {
  status: number;
  type: string;
  text: string;
  retryAfter: string | null;
}

/** Text that no response may contain: stack frames, and paths of the service. */
const leaks = [/\bat .+\.(?:ts|js):\d+:\d+/, /node_modules/, /file:\/\/\/(?!etc)/, /\.ts:\d+/];

/** Returns what is wrong with a response; undefined when it matches the document. */
export class Judge {
  readonly #ajv: Ajv2020;
  readonly #folders: readonly string[];

  /** @param folders paths that must not appear */
  constructor(document: ApiDocument, folders: readonly string[]) {
    this.#ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document');
    this.#folders = folders;
  }

  judge(operation: Operation, answer: FuzzAnswer): string | undefined {
    const { status, type, text } = answer;
    const response = operation.responses[status];
    if (status === 500) return `answers 500: ${text.slice(0, 200)}`;
    if (!response) return `answers ${status}, which the document does not name: ${text.slice(0, 200)}`;
    if (status === 503 && answer.retryAfter === null && !operation.path.startsWith('/health'))
      return '503 without Retry-After';
    return this.#leakOf(text) ?? (text === '' ? undefined : this.#breach(operation, answer, type));
  }

  #leakOf(text: string): string | undefined {
    if (leaks.some((leak) => leak.test(text))) return `shows a stack or a path: ${text.slice(0, 300)}`;
    return this.#folders.some((folder) => text.includes(folder)) ? `shows a folder: ${text.slice(0, 300)}` : undefined;
  }

  #breach(operation: Operation, { status, text }: FuzzAnswer, type: string): string | undefined {
    const content = operation.responses[status]?.content ?? {};
    if (!Object.hasOwn(content, type)) return `${status} comes as ${type || 'no type'}, not ${Object.keys(content)}`;
    if (!/[/+]json$/.test(type)) return undefined;
    const body: unknown = JSON.parse(text);
    const code = status >= 400 && (body as { code?: string }).code;
    const { description } = operation.responses[status];
    if (code && !description.includes(`\`${code}\``))
      return `${status} with code ${code}, which the document does not name`;
    const place = [
      'paths',
      operation.path,
      operation.method.toLowerCase(),
      'responses',
      status,
      'content',
      type,
      'schema',
    ];
    const validate = this.#ajv.compile({ $ref: `document#/${place.map(escapeSegment).join('/')}` });
    return validate(body) ? undefined : `${status} breaks its schema: ${this.#ajv.errorsText(validate.errors)}`;
  }
}

function escapeSegment(segment: string | number): string {
  return encodeURIComponent(String(segment).replaceAll('~', '~0').replaceAll('/', '~1'));
}
