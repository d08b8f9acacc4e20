import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';

/** Another way to read a question, with a question in words that can only be read so. */
export interface Alternative {
  reading: string;
  question: string;
}

/** An entry of a glossary by which a question could be read. */
export interface SuggestedEntry {
  term: string;
  means?: string;
  sql?: string;
  table?: string;
}

/** The word that a refused question lacks, and entries that would give it a meaning, the likeliest first. */
export interface WouldHelp {
  term: string;
  suggestions: SuggestedEntry[];
}

/** What the builtin answerer tells beside a text. */
export interface Asides {
  /** False for a text that does not answer the question. */
  answered?: false;
  alternatives?: Alternative[];
  would_help?: WouldHelp;
}

/** Passes asides on with a text of the builtin answerer. */
export function metadataOf(asides: Asides): SharedV4ProviderMetadata {
  return { builtin: JSON.parse(JSON.stringify(asides)) };
}

export function asidesOf(metadata: SharedV4ProviderMetadata | undefined): Asides {
  return (metadata?.builtin ?? {}) as Asides;
}
