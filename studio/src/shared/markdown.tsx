import { useQuery } from '@tanstack/react-query';

/** Renders an answer. HTML in it is shown as text, not run. */
export function Markdown({ text }: { text: string }) {
  const { data: render } = useQuery({
    queryKey: ['markdown'],
    queryFn: async () => (await import('./render-markdown.ts')).renderMarkdown,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!render) return <div className="markdown plain">{text}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: micromark escapes HTML and drops addresses that run code
  return <div className="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: render(text) }} />;
}
