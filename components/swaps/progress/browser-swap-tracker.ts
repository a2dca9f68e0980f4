/** The swap tracker of this page, connected to the browser's storage, the app and the toasts. */
import { readFinalHeight, readStatus } from "#components/chain/chain-calls.ts";
import { TransactionTracker } from "#components/chain/transaction-tracker.ts";
import { browserIndexedDb, openKeptRecords } from "#components/data/kept-records.ts";
import { wait } from "#components/data/wait.ts";
import { write } from "#components/data/write.ts";
import { SWAP_RECORDS, type SwapRecord } from "./swap-record.ts";

let tracker: TransactionTracker<SwapRecord> | undefined;

/**
 * Nobody can send a swap with these answers any more, because only the service and this browser have its bytes: the plan is over
 * or the transaction is not its own. Others may be accepted with the next sending.
 */
const FINAL_REFUSALS: ReadonlySet<string> = new Set(["QUOTE_EXPIRED", "TRANSACTION_MISMATCH"]);

/** The one tracker of the page, created by the first call, in a browser only. */
export function swapTracker(): TransactionTracker<SwapRecord> {
  if (tracker) return tracker;
  const made = new TransactionTracker({
    storage: openKeptRecords(browserIndexedDb(), SWAP_RECORDS),
    wait,
    chain: {
      send: ({ plan, transaction }) =>
        write("POST", "/api/v1/swaps/execute", { plan, transaction }),
      status: readStatus,
      finalHeight: readFinalHeight,
    },
    refusalEnds: (code) => FINAL_REFUSALS.has(code),
  });
  tracker = made;
  // A page that becomes visible resumes swaps of tabs that have been closed since.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void made.recover();
  });
  return made;
}
