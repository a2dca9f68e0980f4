import type { signBytes as sign } from "./standard.ts";

/** `signBytes` of ./standard.ts, which is loaded by the time a wallet is connected. */
export const signBytes: typeof sign = async (...parameters) =>
  (await import("./standard.ts")).signBytes(...parameters);
