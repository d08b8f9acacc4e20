import { useQuery } from '@tanstack/react-query';
import { part } from './part.ts';

const loadMarkdown = part(() => import('./render-markdown.ts'));

/** Renders an answer. HTML in it is shown as text, not run. */
export function Markdown({ text }: { text: string }) {
  const { data: render } = useQuery({
    queryKey: ['markdown'],
    queryFn: async () => (await loadMarkdown()).renderMarkdown,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!render) return <div className="markdown plain">{text}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: micromark escapes HTML and drops addresses that run code
  return <div className="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: render(text) }} />;
}
