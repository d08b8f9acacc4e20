import type { Method } from './method.ts';

/** Highest growth over the largest value seen that an answer in logarithms may claim: exponentials run away. */
const mostGrowth = Math.log(10);

/** The method on the logarithms of a series above 0: for series whose swings grow with their level. */
export function onLogarithms(name: string, method: Method): Method {
  return {
    name,
    fit(fitted, season) {
      if (!fitted.every((value) => value > 0)) return undefined;
      const forecast = method.fit(fitted.map(Math.log), season);
      if (!forecast) return undefined;
      return (history, horizon) => {
        const logarithms = history.map(Math.log);
        const most = logarithms.reduce((a, b) => Math.max(a, b)) + mostGrowth;
        return forecast(logarithms, horizon).map((value) => Math.exp(Math.min(value, most)));
      };
    },
  };
}
