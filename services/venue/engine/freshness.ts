/** A file of its own: a gateway judges it too and needs nothing else of the engine. */

/** A signed timestamp may lie this far before and after the venue's clock. */
export const FRESHNESS = { pastMilliseconds: 30_000, futureMilliseconds: 5_000 } as const;
