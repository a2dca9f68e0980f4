/** The state of the trading key as the page shows it. Part of the first load, unlike the code that holds the key. */
import { createFollowers } from "#components/ui/store.ts";

export type TradingKeyState = {
  /**
   * `live` signs; `expired` and `idle` are how the last key ended; `unavailable`: this browser cannot create one;
   * `none` also before the account's record is read.
   */
  state: "none" | "live" | "expired" | "idle" | "unavailable";
  /** Base58. */
  pubkey?: string;
  /** Unix milliseconds on the venue's clock. */
  expiresAt?: number;
  /** When it ends for lack of input, in Unix milliseconds on this computer's clock. Every input moves it. */
  idleAt?: number;
  /** It is kept in this tab's memory only, because the browser's WebCrypto has no Ed25519. */
  inMemory?: boolean;
};

const NONE: TradingKeyState = { state: "none" };

let view = NONE;
let owner: string | undefined;
const followers = createFollowers();

export function tradingKeyState(): TradingKeyState {
  return view;
}

/** Whether this account's orders are signed without a wallet prompt. */
export function hasLiveKey(account: string): boolean {
  return owner === account && view.state === "live";
}

export const onTradingKeyState = followers.subscribe;

/** Called by the code that holds the keys. */
export function showTradingKey(account: string | undefined, next: TradingKeyState): void {
  owner = account;
  view = next;
  followers.notify();
}

export function noTradingKeyYet(): TradingKeyState {
  return NONE;
}
