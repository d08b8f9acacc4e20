import type { Language } from '../analysis/terms.ts';
import type { DigestedChunk } from './digest.ts';

export const documentFormats = ['text', 'markdown', 'html', 'pdf', 'docx', 'csv'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** A document to be read: a local file, or a text that is at hand. */
export interface ReadOrder {
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

/** The document cannot be taken. The message is for its user. */
export class DocumentRefused extends Error {
  readonly fault: DocumentFault;

  constructor(fault: DocumentFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** What the reading process answers. `broken`: a fault of ours, for the log. */
export type ReadReply = { processBytes: number } & (
  | { document: ReadDocument }
  | { refused: { fault: DocumentFault; message: string } }
  | { broken: string }
);
