/** What the page knows of its trading key. Small and always there; the code that holds the key comes on demand. */

export type TradingKeyState = {
  /**
   * `live` signs; `expired` and `idle` say how the last one ended; `unavailable`: this browser can make none.
   * There is none before the account's record was read.
   */
  state: "none" | "live" | "expired" | "idle" | "unavailable";
  /** Base58. */
  pubkey?: string;
  /** Unix milliseconds on the venue's clock. */
  expiresAt?: number;
  /** When it stops for want of input, in Unix milliseconds on this computer's clock. Moves with every input. */
  idleAt?: number;
  /** It is kept in this tab's memory alone, because the browser's own vault has no Ed25519. */
  inMemory?: boolean;
};

const NONE: TradingKeyState = { state: "none" };

let view = NONE;
let owner: string | undefined;
const listeners = new Set<() => void>();

export function tradingKeyState(): TradingKeyState {
  return view;
}

/** Whether this account's orders are signed without a prompt now. */
export function hasLiveKey(account: string): boolean {
  return owner === account && view.state === "live";
}

export function onTradingKeyState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the holder of the keys. */
export function showTradingKey(account: string | undefined, next: TradingKeyState): void {
  owner = account;
  view = next;
  for (const listener of listeners) listener();
}

export function noTradingKeyYet(): TradingKeyState {
  return NONE;
}
