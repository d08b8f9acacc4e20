/** Kinds of charts, as asked for; which one is drawn follows from the figures. */
const kinds = '(?:simple |nice |small )?(?:bar |line |pie |column |area |scatter )?';
const chart = `${kinds}(?:chart|graph|plot|diagram|histogram|visuali[sz]ation)`;
const asked =
  '(?:(?:please|can you|could you|i want to|i would like to|let me) )*(?:(?:show|give|draw|make|create|plot|produce|display|generate|see|get|have)(?: me| us)? )?';

const leading = new RegExp(`^\\s*${asked}(?:an? |the )?${chart} (?:of|for|with|showing|that shows|on|about) `, 'i');
const leadingVerb = /^\s*(?:(?:please|can you|could you) )*(?:plot|chart|graph|draw|visuali[sz]e) (?=\S+ \S)/i;
const trailing = new RegExp(`,? (?:as|in|on|with) (?:an? |the )?${chart}(?= ?[.!?]*\\s*$)`, 'i');

/** "Show me a chart of orders per month" asks for orders per month: whatever can be drawn is drawn. */
export function withoutChart(question: string): string {
  const figures = question.replace(trailing, '');
  const beginning = leading.test(figures) ? leading : leadingVerb;
  return figures.replace(beginning, 'show ');
}
