import { createClient } from '@sibyl/sdk';
import { serviceAddress } from './place.ts';

/** A client of the service that served this page. */
export const sibyl = createClient({ url: serviceAddress, credentials: 'same-origin', retries: 1 });
