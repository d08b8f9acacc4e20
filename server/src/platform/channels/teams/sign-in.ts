import { callPlatform } from '../call-platform.ts';
import { cloudOf } from './clouds.ts';
import type { TeamsSettings } from './settings.ts';

/** Requests a token for the app in a tenant, and returns what Microsoft answers. */
export function signIn(
  settings: TeamsSettings,
  { tenant, fetch, signal }: { tenant: string; fetch: typeof globalThis.fetch; signal?: AbortSignal },
): ReturnType<typeof callPlatform> {
  const { login, scope } = cloudOf(settings);
  return callPlatform({
    label: 'The sign-in of Microsoft',
    fetch,
    url: `${login}/${tenant}/oauth2/v2.0/token`,
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: settings.app_id,
      client_secret: settings.app_password,
      scope,
    }),
    signal,
  });
}
