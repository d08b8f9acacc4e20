import { createClient } from '@sibyl/sdk';
import { serviceAddress } from './place.ts';

/** The service that this page came from. */
export const sibyl = createClient({ url: serviceAddress, credentials: 'same-origin', retries: 1 });
