import { backupSettings } from './config/backup-settings.ts';
import { limitSettings } from './config/limit-settings.ts';
import { serviceSettings } from './config/service-settings.ts';
import { telemetrySettings } from './config/telemetry-settings.ts';

/** Every setting of the service, in the order of docs/operations.md. */
export const settings = { ...serviceSettings, ...limitSettings, ...backupSettings, ...telemetrySettings };

type Settings = typeof settings;
export type Config = {
  readonly [Key in keyof Settings]: Exclude<ReturnType<Settings[Key]['read']>, string>['value'];
};

/** Returns the path below which proxies serve the service, such as `/sibyl`; empty for none. */
export function prefixOf({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

type CeilingKey = { [Key in keyof Settings]: Settings[Key] extends { limit: string } ? Key : never }[keyof Settings];
/** The limits that a project may have of its own. */
export type ProjectLimitName = Settings[CeilingKey]['limit'];

/** The setting that each limit of a project stays within. */
export const ceilings = Object.fromEntries(
  Object.entries(settings).flatMap(([key, setting]) => ('limit' in setting ? [[setting.limit, key]] : [])),
) as Record<ProjectLimitName, CeilingKey>;

/** A setting with an unusable value. The message names the variable and says what would be valid. */
export class ConfigError extends Error {}

/**
 * Reads every setting. An empty OpenTelemetry variable counts as unset.
 * @throws ConfigError for the first bad value and for an unknown `SIBYL_` variable
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const known = new Set(Object.values(settings).map((setting) => setting.variable));
  for (const name of Object.keys(environment)) {
    if (name.startsWith('SIBYL_') && !name.startsWith('SIBYL_TEST_') && !known.has(name))
      throw new ConfigError(`${name} is not a setting of Sibyl; the settings are ${[...known].join(', ')}.`);
  }
  const entries = Object.entries(settings).map(([key, setting]) => {
    const given = environment[setting.variable];
    const isUnset = given === undefined || (given === '' && setting.variable.startsWith('OTEL_'));
    const raw = isUnset ? setting.fallback : given;
    const result = setting.read(raw);
    const shown = 'secret' in setting ? '…' : raw;
    if (typeof result === 'string') throw new ConfigError(`${setting.variable}=${shown} cannot be used: it ${result}.`);
    return [key, result.value];
  });
  return Object.freeze(Object.fromEntries(entries)) as Config;
}
