/**
 * Characters per token of Latin script, in text with names and figures; other scripts need about a token per character.
 */
const charactersPerToken = 3.5;

/** Estimates the tokens of a text; each language model counts differently. */
export function estimateTokens(text: string): number {
  return Math.ceil(weighTokens(text));
}

/** The same for a piece of a text, whose estimates are added up: it may be a part of a token. */
export function weighTokens(piece: string): number {
  const others = piece.length - piece.replaceAll(/\P{ASCII}/gu, '').length;
  return (piece.length - others) / charactersPerToken + others;
}
