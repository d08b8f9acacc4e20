import { defineConfig } from 'vitepress';

/** Stands for the path of the guide, which the service puts in its place: behind a proxy that has one of its own. */
const base = '/sibyl-guide-base/';

/** Pages outside of the guide are read in the repository. */
const outside = /\.\.\//;

const pages = (...names: [string, string][]) => names.map(([text, link]) => ({ text, link }));

export default defineConfig({
  title: 'Sibyl',
  description: 'The AI parts of an application: models, agents, chatbots.',
  base,
  cleanUrls: true,
  lastUpdated: false,
  ignoreDeadLinks: [outside],
  markdown: { languageAlias: { caddyfile: 'nginx' } },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    search: { provider: 'local' },
    sidebar: [
      {
        text: 'Begin',
        items: pages(['Your CSV to an answer', '/your-csv'], ['A tour of the API', '/api-tour']),
      },
      {
        text: 'Use',
        items: pages(
          ['What the figures mean', '/figures'],
          ['Monitor a model, and keep it up to date', '/monitoring'],
          ['Connections', '/connections'],
          ['Agents', '/agents'],
          ['Chatbots', '/chatbots'],
          ['Existing clients', '/existing-clients'],
          ['Words', '/glossary'],
        ),
      },
      {
        text: 'Operate',
        items: pages(
          ['Operations', '/operations'],
          ['Behind a proxy', '/proxies'],
          ['Keys and protections', '/security'],
          ['The master key', '/master-key'],
          ['Scale', '/scale'],
          ['Ray clusters', '/ray'],
        ),
      },
      {
        text: 'Look inside',
        items: pages(
          ['Architecture', '/architecture'],
          ['The model file', '/model-file'],
          ['Benchmarks', '/benchmarks'],
        ),
      },
    ],
    outline: [2, 3],
  },
});
