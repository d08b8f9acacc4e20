import theme from 'vitepress/theme-without-fonts';

/** The page asks nobody for a font. */
export default theme;
