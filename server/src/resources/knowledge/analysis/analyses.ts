import { stemFrench, stemGerman, stemSpanish } from './light-stems.ts';
import { stem } from './stem.ts';
import { englishStopWords, frenchStopWords, germanStopWords, spanishStopWords } from './stop-words.ts';

interface Analysis {
  /** Stems a word in small letters without accents. */
  stem(word: string): string;
  /** Words that are indexed, but searched only when a query has nothing else. */
  stopWords: ReadonlySet<string>;
  /** What is shortened before a word, as in `l'eau`. */
  elision?: RegExp;
}

/** How words are compared: by the stems of a language, or only without case and accents. */
export const analyses = {
  english: { stem, stopWords: englishStopWords },
  german: { stem: stemGerman, stopWords: germanStopWords },
  french: {
    stem: stemFrench,
    stopWords: frenchStopWords,
    elision: /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=.)/,
  },
  spanish: { stem: stemSpanish, stopWords: spanishStopWords },
  none: { stem: (word: string) => word, stopWords: new Set() },
} as const satisfies Record<string, Analysis>;

export type Language = keyof typeof analyses;
export const languages = Object.keys(analyses) as Language[];

export function analysisOf(language: Language): Analysis {
  return analyses[language];
}
