import type { Method } from './method.ts';

/** Most growth over the largest value seen that a forecast in logarithms may have, because exponentials run away. */
const mostGrowth = Math.log(10);

/** Applies a method to the logarithms of a positive series, for swings that grow with the level. */
export function onLogarithms(name: string, method: Method): Method {
  return {
    name,
    fit(fitted, season, effort) {
      if (!fitted.every((value) => value > 0)) return undefined;
      const forecast = method.fit(fitted.map(Math.log), season, effort);
      if (!forecast) return undefined;
      return (history, horizon) => {
        const logarithms = history.map(Math.log);
        const most = logarithms.reduce((a, b) => Math.max(a, b)) + mostGrowth;
        return forecast(logarithms, horizon).map((value) => Math.exp(Math.min(value, most)));
      };
    },
  };
}
