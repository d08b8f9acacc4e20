import type { ReactNode } from 'react';

/** Scrolls content wider than the page, also by keyboard. */
export function Scroll({ label, tall = false, children }: { label: string; tall?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is cut off is reached by keyboard
    <section className={tall ? 'scroll tall' : 'scroll'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
