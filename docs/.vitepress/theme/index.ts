import theme from 'vitepress/theme-without-fonts';
import { BenchHistory } from './bench-history.ts';

/** The page asks nobody for a font. */
export default {
  ...theme,
  enhanceApp({ app }: { app: { component(name: string, component: unknown): void } }) {
    app.component('BenchHistory', BenchHistory);
  },
};
