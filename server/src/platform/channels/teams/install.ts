import { fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { Installer } from '../installation.ts';
import { cloudOf } from './clouds.ts';
import type { TeamsSettings } from './settings.ts';
import { signIn } from './sign-in.ts';

const tenantPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Installs by an administrator's consent (https://learn.microsoft.com/entra/identity-platform/v2-admin-consent).
 * Anybody could return with the name of a tenant, so a sign-in to that tenant must prove that the app is known there.
 */
export function teamsInstaller(settings: TeamsSettings): Installer | undefined {
  if (settings.tenants !== 'installed') return undefined;
  const { app_id } = settings;
  const { login, scope } = cloudOf(settings);
  return {
    address(state, { redirect }) {
      const query = new URLSearchParams({ client_id: app_id, scope, redirect_uri: redirect, state });
      return `${login}/organizations/v2.0/adminconsent?${query}`;
    },
    async finish({ tenant, admin_consent, error }, { fetch }, signal) {
      const id = textOf(tenant).toLowerCase();
      if (!/^true$/i.test(textOf(admin_consent)) || !tenantPattern.test(id))
        throw new ChannelFailure('refused', `Microsoft says ${textOf(error) || 'no'}.`);
      const { status, body } = await signIn(settings, { tenant: id, fetch, signal });
      if (status !== 200 || textOf(fieldsOf(body).access_token) === '')
        throw new ChannelFailure('refused', 'The app is not known in this tenant.');
      return { tenant: id, name: id, botId: `28:${app_id}`, token: null };
    },
  };
}
