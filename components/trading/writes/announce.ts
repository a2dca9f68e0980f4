/** Says how writes end, and reads the account again at once, on this page. */
import { refreshAccount } from "#components/trading/account-state/account-store.ts";
import { notify } from "#components/ui/notify.ts";
import { browserWrites } from "./browser-writes.ts";
import type { OrderTracker } from "./order-tracker.ts";
import { outcomeOf } from "./outcome.ts";

let isListening = false;

/** This page's writes; their ends are told, and refresh what was read of the account. */
export function pageWrites(): OrderTracker {
  const store = browserWrites();
  if (!isListening) {
    isListening = true;
    store.onSettled(({ write, result, announce }) => {
      void refreshAccount();
      // Another tab has said it; here the tables show it.
      if (!announce) return;
      const { tone, text } = outcomeOf(write, result);
      notify({ tone, text, detail: write.summary });
    });
  }
  return store;
}
