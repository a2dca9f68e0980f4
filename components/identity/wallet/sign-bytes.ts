import type { signBytes as sign } from "./standard.ts";

/** `signBytes` of ./standard.ts: loaded when there is a wallet to ask, and so always by then. */
export const signBytes: typeof sign = async (...asked) =>
  (await import("./standard.ts")).signBytes(...asked);
