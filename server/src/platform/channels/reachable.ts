import type { Permission } from './installation.ts';

/** Whether a platform that sends its messages to the service can know where that is. */
export function inspectAddress(webhookUrl: string | undefined): Permission {
  const isGranted = webhookUrl?.startsWith('https://') === true;
  const purpose = isGranted ? `messages come to ${webhookUrl}` : 'messages come by https: set SIBYL_PUBLIC_URL';
  return { name: 'public address', isGranted, isNeeded: true, purpose };
}
