import type { Root } from 'mdast';

export type Parse = (markdown: string) => Root;

let loading: Promise<Parse> | undefined;

/** The one reading of Markdown (CommonMark with the tables, strikes and bare addresses of GitHub), loaded with the first answer. */
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
  // Nobody answers in HTML here: what looks like it is text. One tilde is an approximation.
  const noHtml = { disable: { null: ['htmlFlow', 'htmlText'] } };
  const extensions = [gfm({ singleTilde: false }), noHtml];
  const mdastExtensions = [gfmFromMarkdown()];
  return (markdown) => fromMarkdown(markdown, { extensions, mdastExtensions });
}
