/**
 * The memo of a swap to another network. It is the order for the relay, and names the plan that the
 * user saw.
 */
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { type CrossAsset, isCrossAsset } from "#lib/protocol/swaps/assets.ts";
import type { SwapMemo } from "#lib/protocol/swaps/swap-memo.ts";

export type CrossMemo = SwapMemo & {
  /** The network on which the output is paid. */
  network: string;
  asset: CrossAsset;
  /** Base units. If the relay cannot pay this much, it refunds the deposit. */
  minOut: bigint;
  /** Base58 wallet on that network. */
  address: string;
};

/**
 * A deposit that lands after its plan has expired is refunded without the fee. So this much time
 * must be left when it is sent.
 */
export const CROSSING_MARGIN_SECONDS = 8;

/** The beginning of every such memo. */
export const CROSS_MEMO = "svc:cross:1:";

const MEMO =
  /^svc:cross:1:([A-Za-z0-9_-]{43}):(\d{10}):([a-z-]{1,32}):([A-Z]{3,5}):([1-9]\d{0,19}):([1-9A-HJ-NP-Za-km-z]{32,44})$/;
const MAX_UNITS = 2n ** 64n - 1n;

export function crossMemo(memo: CrossMemo): string {
  const { digest, expiresAt, network, asset, minOut, address } = memo;
  return `${CROSS_MEMO}${[digest, expiresAt, network, asset, minOut, address].join(":")}`;
}

/** Undefined for another memo. */
export function readCrossMemo(text: string): CrossMemo | undefined {
  const [, digest, expiresAt, network, asset, units, address] = MEMO.exec(text) ?? [];
  if (!digest || !network || !asset || !units || !address) return undefined;
  const minOut = BigInt(units);
  if (!isCrossAsset(asset) || minOut > MAX_UNITS || !decodePublicKey(address)) return undefined;
  return { digest, expiresAt: Number(expiresAt), network, asset, minOut, address };
}
