import { callPlatform, fieldsOf, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { Installer } from '../installation.ts';
import { apiUrlOf } from './api.ts';
import { scopes } from './permissions.ts';
import type { SlackSettings } from './settings.ts';

/** https://docs.slack.dev/authentication/installing-with-oauth */
export function slackInstaller(settings: SlackSettings): Installer | undefined {
  const { client_id, client_secret, api_url } = settings;
  if (client_id === undefined || client_secret === undefined) return undefined;
  const api = apiUrlOf(settings);
  const authorize = api_url === undefined ? 'https://slack.com/oauth/v2/authorize' : `${api}/oauth/v2/authorize`;
  return {
    address(state, { redirect }) {
      const scope = scopes.map(({ name }) => name).join(',');
      return `${authorize}?${new URLSearchParams({ client_id, scope, state, redirect_uri: redirect })}`;
    },
    async finish({ code, error }, { redirect, fetch }, signal) {
      if (textOf(code) === '') throw new ChannelFailure('refused', `Slack says ${textOf(error) || 'no'}.`);
      const { body } = await callPlatform({
        label: 'Slack',
        fetch,
        url: `${api}/oauth.v2.access`,
        body: new URLSearchParams({ client_id, client_secret, code: textOf(code), redirect_uri: redirect }),
        signal,
      });
      const { ok, error: fault, access_token, bot_user_id, team, enterprise } = fieldsOf(body);
      const place = team === null || team === undefined ? fieldsOf(enterprise) : fieldsOf(team);
      if (ok !== true || textOf(access_token) === '' || textOf(place.id) === '')
        throw new ChannelFailure('refused', `Slack says ${textOf(fault) || 'nothing of a token'}.`);
      const [tenant, name] = [textOf(place.id), textOf(place.name)];
      return { tenant, name, botId: textOf(bot_user_id), token: textOf(access_token) };
    },
  };
}
