import type { Root } from 'mdast';

export type Parse = (markdown: string) => Root;

let loading: Promise<Parse> | undefined;

/**
 * Returns the only Markdown parser (CommonMark with GitHub's tables, strikethrough and bare addresses), loaded with the
 * first answer.
 */
export function loadParser(): Promise<Parse> {
  loading ??= importParser();
  return loading;
}

async function importParser(): Promise<Parse> {
  const [{ fromMarkdown }, { gfm }, { gfmFromMarkdown }] = await Promise.all([
    import('mdast-util-from-markdown'),
    import('micromark-extension-gfm'),
    import('mdast-util-gfm'),
  ]);
  // Answers contain no HTML, so what looks like HTML is text. A single tilde means "about".
  const noHtml = { disable: { null: ['htmlFlow', 'htmlText'] } };
  const extensions = [gfm({ singleTilde: false }), noHtml];
  const mdastExtensions = [gfmFromMarkdown()];
  return (markdown) => fromMarkdown(markdown, { extensions, mdastExtensions });
}
