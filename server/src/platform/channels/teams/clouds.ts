import type { TeamsSettings } from './settings.ts';

/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication, and for Azure Government. */
const clouds = {
  public: {
    login: 'https://login.microsoftonline.com',
    tenant: 'botframework.com',
    scope: 'https://api.botframework.com/.default',
    issuer: 'https://api.botframework.com',
    keys: 'https://login.botframework.com/v1/.well-known/keys',
  },
  usgov: {
    login: 'https://login.microsoftonline.us',
    tenant: 'MicrosoftServices.onmicrosoft.us',
    scope: 'https://api.botframework.us/.default',
    issuer: 'https://api.botframework.us',
    keys: 'https://login.botframework.azure.us/v1/.well-known/keys',
  },
};

/** Returns where a bot signs in, and whose tokens it accepts. */
export function cloudOf({ cloud = 'public', login_url, keys_url, tenant_id }: TeamsSettings) {
  const own = clouds[cloud];
  const login = (login_url ?? own.login).replace(/\/$/, '');
  return { ...own, login, tenant: tenant_id ?? own.tenant, keys: keys_url ?? own.keys };
}
