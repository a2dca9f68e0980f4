/** The window for signed timestamps. Gateways check it too, and load nothing else of the engine with this file. */

/** A signed timestamp may lie this far before and after the venue's clock. */
export const FRESHNESS = { pastMilliseconds: 30_000, futureMilliseconds: 5_000 } as const;
