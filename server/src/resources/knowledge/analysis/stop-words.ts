/** English stop words. They are indexed, but searched only when a query has nothing else. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any anybody anyone are as at be because been before being between both but by can
  can't cannot could did do does doesn't doing don't done each either ever every for from get gets give got had has have
  having he her here hers him his how i if in into is isn't it it's its just let's like many may me might mine more most
  much must my need no nor not of off on one only or other our ours out over own please shall she should since so some
  somebody someone something such tell than that that's the their theirs them then there there's these they this those
  through to too under until up us very was we were what what's when where whether which while who who's whom whose why
  will with without won't would you your yours`.split(/\s+/),
);
