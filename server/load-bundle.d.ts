export function findBundled(file: string): { url: string; reason?: undefined } | { url?: undefined; reason: string };
