/** The swap tracker of this page, connected to the browser's storage and the app. */
import { aloneInBrowser } from "#components/chain/alone-in-browser.ts";
import { readChainBegan, readFinalHeight, readStatus } from "#components/chain/chain-calls.ts";
import { TransactionTracker } from "#components/chain/transaction-tracker.ts";
import { readJson } from "#components/data/http.ts";
import { browserIndexedDb, openStoredRecords } from "#components/data/stored-records.ts";
import { wait } from "#components/data/wait.ts";
import { write } from "#components/data/write.ts";
import type { OwnSwap, SwapState } from "#lib/protocol/wire/swaps.ts";
import { SWAP_RECORDS, type SwapRecord } from "./swap-record.ts";

let tracker: TransactionTracker<SwapRecord> | undefined;

/** The page's only tracker. The first call creates it, in a browser only. */
export function swapTracker(): TransactionTracker<SwapRecord> {
  if (tracker) return tracker;
  const made = new TransactionTracker({
    storage: openStoredRecords(browserIndexedDb(), SWAP_RECORDS),
    wait,
    chain: {
      send: ({ plan, transaction }) =>
        write("POST", "/api/v1/swaps/execute", { plan, transaction }),
      status: readStatus,
      finalHeight: readFinalHeight,
      began: readChainBegan,
    },
    isCredited: isSettled,
    awaitsCredit: ({ plan }) => plan.destination !== undefined,
    refusalEnds: true,
    alone: (signature, work) => aloneInBrowser(`svc-swap-${signature}`, work),
  });
  tracker = made;
  // A page that becomes visible resumes swaps of tabs that were closed since.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void made.recover();
  });
  return made;
}

/** Whether a swap to another network has ended: settled or refunded. */
async function isSettled({ signature }: SwapRecord): Promise<boolean | undefined> {
  const answer = await readJson<OwnSwap>(`/api/v1/swaps/${signature}`);
  return answer.ok ? ENDS.has(answer.body.status) : undefined;
}

const ENDS: ReadonlySet<SwapState> = new Set(["finalized", "refunded", "failed"]);
