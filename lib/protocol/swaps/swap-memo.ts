/** The memo of a swap: it names the plan that its user has seen, and until when the plan holds. */

export type SwapMemo = {
  /** SHA-256 of the plan, in base64url. */
  digest: string;
  /** Unix seconds. */
  expiresAt: number;
};

/** Every such memo begins with it. */
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
