import { createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'violet',
  primaryShade: { light: 8, dark: 8 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  headings: { fontWeight: '600' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  autoContrast: true,
  cursorType: 'pointer',
  components: {
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    // The head of a dialog is no banner of the page.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } } },
  },
});
