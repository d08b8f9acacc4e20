/** The system's Chromium, with access to the service under test only. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { provideChromium } from '../../server/test/chromium.ts';

export const program = provideChromium();
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

export const wide = { viewport: { width: 1440, height: 900 } };
export const narrow = { viewport: { width: 390, height: 844 } };

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: 'path' in program ? program.path : '', args: flags });
}

export interface Visit {
  page: Page;
  /** Errors of the page, and foreign addresses that it requested. */
  complaints: string[];
}

export async function visit(browser: Browser, url: string, settings: BrowserContextOptions = wide): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US', ...settings });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000); // a busy machine draws slowly
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    // The page shows the service's refusals itself; the browser logs each as well.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) complaints.push(message.text());
  });
  // Not by a route: the browser would then keep no file of the studio from one page to the next.
  page.on('request', (request) => {
    const address = request.url();
    if (/^https?:/.test(address) && !address.startsWith(`${url}/`)) complaints.push(`asked for ${address}`);
  });
  return { page, complaints };
}
