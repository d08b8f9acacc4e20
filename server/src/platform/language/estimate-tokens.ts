/** Characters of Latin script to a token, in text with names and figures; other scripts take about a token each. */
const charactersPerToken = 3.5;

/** About how many tokens a language model reads in a text; each model counts in its own way. */
export function estimateTokens(text: string): number {
  const others = text.length - text.replaceAll(/\P{ASCII}/gu, '').length;
  return Math.ceil((text.length - others) / charactersPerToken + others);
}
