import { ServiceError } from '../../../errors.ts';
import type { Language } from '../analysis/terms.ts';
import type { DigestedChunk } from './digest.ts';

export const documentFormats = ['text', 'markdown', 'html', 'pdf', 'docx', 'csv'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** A document to be read: a local file, or a text that is at hand. */
export interface ReadRequest {
  source: { path: string } | { text: string };
  format: DocumentFormat;
  language: Language;
  name: string;
  title: string | undefined;
}

/** What a document became. Offsets of the chunks point into `text`, in UTF-16 units. */
export interface ReadDocument {
  text: string;
  title: string | undefined;
  chunks: DigestedChunk[];
}

/** Why a document cannot be taken: the `code` of an entry in `errors[]`. */
export type DocumentFault =
  | 'not_text'
  | 'no_text'
  | 'broken_file'
  | 'protected_file'
  | 'too_much_text'
  | 'too_many_passages'
  | 'too_deep'
  | 'too_many_elements'
  | 'too_slow'
  | 'too_much_memory';

/** A document that cannot be read. The detail is for its user. */
export function documentFault(code: DocumentFault, detail: string): ServiceError {
  return new ServiceError('unreadable_document', detail, { errors: [{ pointer: '', code, detail }] });
}
