/** The stream of service-wide events; every other stream has the ID of its project. */
export const serviceStream = 'service';
