/** What the service writes into the page: the path below which a proxy serves it, such as `/sibyl`. */
const written = document.querySelector<HTMLMetaElement>('meta[name="sibyl-path"]')?.content ?? '';

/** That path; empty for a visitor who came past the proxy. */
export const publicPath = `${location.pathname}/`.startsWith(`${written}/`) ? written : '';

/** Address of the service that this page came from. */
export const serviceAddress = location.origin + publicPath;
