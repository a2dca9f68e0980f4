/** The memo of a swap to another network: it is the order that the relay carries out, and it names the plan that its user has seen. */
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { type CrossAsset, isCrossAsset } from "./assets.ts";
import type { SwapMemo } from "./swap-memo.ts";

export type CrossMemo = SwapMemo & {
  /** Where the output is paid. */
  network: string;
  asset: CrossAsset;
  /** Base units: with less the deposit is paid back. */
  minOut: bigint;
  /** Base58 wallet there. */
  address: string;
};

/** A deposit that lands after its plan has expired is only paid back, without the fee: so much must be left when it is sent. */
export const CROSSING_MARGIN_SECONDS = 8;

/** Every such memo begins with it. */
export const CROSS_MEMO = "svc:cross:1:";

const MEMO =
  /^svc:cross:1:([A-Za-z0-9_-]{43}):(\d{10}):([a-z-]{1,32}):([A-Z]{3,5}):([1-9]\d{0,19}):([1-9A-HJ-NP-Za-km-z]{32,44})$/;
const MOST_UNITS = 2n ** 64n - 1n;

export function crossMemo(memo: CrossMemo): string {
  const { digest, expiresAt, network, asset, minOut, address } = memo;
  return `${CROSS_MEMO}${[digest, expiresAt, network, asset, minOut, address].join(":")}`;
}

/** Undefined for another memo. */
export function readCrossMemo(text: string): CrossMemo | undefined {
  const [, digest, expiresAt, network, asset, units, address] = MEMO.exec(text) ?? [];
  if (!digest || !network || !asset || !units || !address) return undefined;
  const minOut = BigInt(units);
  if (!isCrossAsset(asset) || minOut > MOST_UNITS || !decodePublicKey(address)) return undefined;
  return { digest, expiresAt: Number(expiresAt), network, asset, minOut, address };
}
