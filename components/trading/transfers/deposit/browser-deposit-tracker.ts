/** The deposit tracker of this page, connected to the browser's storage, the app and the toasts. */
import { aloneInBrowser } from "#components/chain/alone-in-browser.ts";
import { readChainBegan, readFinalHeight, readStatus } from "#components/chain/chain-calls.ts";
import { TransactionTracker } from "#components/chain/transaction-tracker.ts";
import { readJson } from "#components/data/http.ts";
import { browserIndexedDb } from "#components/data/stored-records.ts";
import { wait } from "#components/data/wait.ts";
import { write } from "#components/data/write.ts";
import { clientFormat, clientText } from "#components/i18n/client-text.ts";
import { refreshAccount } from "#components/trading/account-reads/account-store.ts";
import { findTransfer } from "#components/trading/transfers/core/find-transfer.ts";
import { notify } from "#components/ui/notify.ts";
import { openDepositStorage } from "./deposit-storage.ts";
import type { Deposit, DepositRecord } from "./deposit-types.ts";

let tracker: TransactionTracker<DepositRecord> | undefined;

/** The one tracker of the page, created by the first call, in a browser only. */
export function depositTracker(): TransactionTracker<DepositRecord> {
  if (tracker) return tracker;
  const made = new TransactionTracker({
    storage: openDepositStorage(browserIndexedDb()),
    wait,
    chain: {
      send: ({ transaction }) => write("POST", "/api/chain/transactions", { transaction }),
      status: readStatus,
      finalHeight: readFinalHeight,
      began: readChainBegan,
    },
    isCredited,
    alone: (signature, work) => aloneInBrowser(`svc-deposit-${signature}`, work),
  });
  tracker = made;
  made.onEnd(announce);
  // A page that becomes visible resumes deposits of tabs that have been closed since.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void made.recover();
  });
  return made;
}

/** A venue's clock may be behind this computer's. */
const EARLIER_MS = 3_600_000;

function isCredited({
  account,
  signature,
  createdAt,
}: DepositRecord): Promise<boolean | undefined> {
  return findTransfer((url) => readJson(url), {
    account,
    notBefore: createdAt - EARLIER_MS,
    matches: ({ kind, tx_hash: hash }) => kind === "DEPOSIT" && hash === signature,
  });
}

function announce(deposit: Deposit): void {
  void refreshAccount();
  const text = clientText("transfers");
  const amount = clientFormat().grouped(deposit.amount);
  if (deposit.state === "credited") notify({ tone: "good", text: text("credited", { amount }) });
  else if (deposit.state === "failed") notify({ tone: "bad", text: text("failed", { amount }) });
  else if (deposit.state === "chainGone")
    notify({ tone: "neutral", keep: true, text: clientText("chain")("state_chainGone") });
  else notify({ tone: "neutral", keep: true, text: text("expired", { amount }) });
}
