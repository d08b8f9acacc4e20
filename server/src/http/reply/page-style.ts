/** What the plain pages of the service share; they have no scripts and load nothing. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const pageStyle = `
  :root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfaf7; --card: #fff; --line: #e3dfd6; --mark: #6a3fb5 }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #ece9f1; --soft: #a3a9b6; --paper: #14151b; --card: #1d1f28; --line: #30333f; --mark: #b99bf2 }
  }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
  main { max-width: 46rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 5rem) 1.25rem }
  h1 { margin: 0; font: 600 clamp(2.5rem, 8vw, 3.75rem)/1.1 ui-serif, Georgia, serif; color: var(--mark) }
  h2 { margin: 2.5rem 0 .75rem; font-size: 1.1rem }
  .lead { font-size: 1.2rem; max-width: 38rem }
  nav { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .75rem; margin-top: 2rem }
  nav a { display: block; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: inherit; text-decoration: none }
  nav a:hover, nav a:focus-visible { border-color: var(--mark); outline: none }
  nav strong { display: block; color: var(--mark) }
  nav span, main > p:last-child { color: var(--soft); font-size: .95rem }
  pre { margin: 0; padding: 1rem 1.1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .6rem; background: var(--card) }
  code { font: .875rem/1.6 ui-monospace, SFMono-Regular, Menlo, monospace }
`;
