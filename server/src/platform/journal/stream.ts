/** The stream of what concerns no single project; every other stream is named by the ID of its project. */
export const serviceStream = 'service';
