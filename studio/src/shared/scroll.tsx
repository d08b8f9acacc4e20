import type { ReactNode } from 'react';

/** What may be wider than the page; the keyboard scrolls it, too. */
export function Scroll({ label, tall = false, children }: { label: string; tall?: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is cut off is reached by keyboard
    <section className={tall ? 'scroll tall' : 'scroll'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
