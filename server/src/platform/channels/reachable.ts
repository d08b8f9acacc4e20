import type { Permission } from './installation.ts';

/** Checks that the service has a public address, to which a platform can send its messages. */
export function inspectAddress(webhookUrl: string | undefined): Permission {
  const isGranted = webhookUrl?.startsWith('https://') === true;
  const purpose = isGranted ? `messages come to ${webhookUrl}` : 'messages come by https: set SIBYL_PUBLIC_URL';
  return { name: 'public address', isGranted, isNeeded: true, purpose };
}
