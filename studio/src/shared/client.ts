import { createClient } from '@sibyl/sdk';

/** The service that this page came from. */
export const sibyl = createClient({ credentials: 'same-origin', retries: 1 });
