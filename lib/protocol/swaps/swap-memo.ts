/** The memo of a swap. It names the plan that the user saw, and when the plan expires. */

export type SwapMemo = {
  /** SHA-256 of the plan, in base64url. */
  digest: string;
  /** Unix seconds. */
  expiresAt: number;
};

/** The beginning of every such memo. */
export const SWAP_MEMO = "svc:swap:1:";

const MEMO = /^svc:swap:1:([A-Za-z0-9_-]{43}):(\d{10})$/;

export function swapMemo({ digest, expiresAt }: SwapMemo): string {
  return `${SWAP_MEMO}${digest}:${expiresAt}`;
}

/** Undefined for another memo. */
export function readSwapMemo(text: string): SwapMemo | undefined {
  const [, digest, expiresAt] = MEMO.exec(text) ?? [];
  if (digest === undefined || expiresAt === undefined) return undefined;
  return { digest, expiresAt: Number(expiresAt) };
}
