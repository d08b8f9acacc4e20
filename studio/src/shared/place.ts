/** Path below which a proxy serves the service, such as `/sibyl`, as the service writes it into the page. */
const written = document.querySelector<HTMLMetaElement>('meta[name="sibyl-path"]')?.content ?? '';

/** That path; empty when the visitor bypassed the proxy. */
export const publicPath = `${location.pathname}/`.startsWith(`${written}/`) ? written : '';

/** Address of the service that served this page. */
export const serviceAddress = location.origin + publicPath;
