/**
 * Characters per token of Latin script, in text with names and figures; other scripts need about a token per character.
 */
const charactersPerToken = 3.5;

/** Estimates the tokens of a text; each language model counts differently. */
export function estimateTokens(text: string): number {
  const others = text.length - text.replaceAll(/\P{ASCII}/gu, '').length;
  return Math.ceil((text.length - others) / charactersPerToken + others);
}
