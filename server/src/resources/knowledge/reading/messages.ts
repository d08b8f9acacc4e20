import { ServiceError } from '../../../errors.ts';
import type { Language } from '../analysis/analyses.ts';
import type { DigestedChunk } from './digest.ts';

export const documentFormats = ['text', 'markdown', 'html', 'pdf', 'docx', 'csv'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** A document to read: a local file, or a given text. */
export interface ReadRequest {
  source: { path: string } | { text: string };
  format: DocumentFormat;
  language: Language;
  name: string;
  title: string | undefined;
}

/** The result of reading a document. Offsets of the chunks count UTF-16 units of `text`. */
export interface ReadDocument {
  text: string;
  title: string | undefined;
  chunks: DigestedChunk[];
}

/** Why a document is refused: the `code` of an entry in `errors[]`. */
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

/** Makes the error for an unreadable document; its user sees the detail. */
export function documentFault(code: DocumentFault, detail: string): ServiceError {
  return new ServiceError('unreadable_document', detail, { errors: [{ pointer: '', code, detail }] });
}
