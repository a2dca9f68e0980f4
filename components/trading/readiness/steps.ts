/** Steps towards trading that need the server. */

import { errorText } from "#components/data/errors/error-text.ts";
import { type Failure, sendJson } from "#components/data/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import type { SessionParts } from "#components/trading/account-reads/account-store.ts";
import {
  isSessionRefusal,
  refreshAccount,
} from "#components/trading/account-reads/account-store.ts";
import { enableTradingDraft } from "#components/trading/signing/requests.ts";
import type { RequestSignature } from "#components/trading/signing/sign-provider.tsx";
import { openDeposit } from "#components/trading/transfers/core/transfer-dialog-state.ts";
import { notify } from "#components/ui/notify.ts";

const TIMEOUT_MS = 10_000;
/** Longer than the app waits for the simulated market, which waits for a chain. */
const FAUCET_TIMEOUT_MS = 15_000;

/** Lets the owner sign the request for a venue key, then reads the account with it. */
export async function enableTrading(
  requestSignature: RequestSignature,
  session: SessionParts,
): Promise<void> {
  const text = clientText("account");
  const signed = await requestSignature({
    title: text("enableTrading"),
    summary: text("enableSummary"),
    draft: enableTradingDraft(),
  });
  if (!signed) return;
  const { method, path, body } = signed.draft;
  const answer = await sendJson(path, { method, headers: signed.headers, body }, TIMEOUT_MS);
  if (answer.ok || answer.code === "DUPLICATE_REQUEST")
    notify({ tone: "good", text: text("enabled") });
  else notify({ tone: "bad", text: text("notEnabled", { reason: reasonOf(answer) }) });
  if (!answer.ok && isSessionRefusal(answer.code)) void session.recheckSession();
  await refreshAccount();
}

/** Funds for an empty account: from the simulated market, which has a faucet, or by a deposit. */
export async function getFunds(session: SessionParts, hasFaucet: boolean): Promise<void> {
  if (hasFaucet) await askFaucet(session);
  else openDeposit();
}

/** Requests funds from the simulated market. A real venue has no faucet. */
export async function askFaucet(session: SessionParts): Promise<void> {
  const text = clientText("account");
  const answer = await sendJson("/api/sandbox/faucet", { method: "POST" }, FAUCET_TIMEOUT_MS);
  if (answer.ok) notify({ tone: "good", text: text("funded", { amount: 10_000 }) });
  else if (answer.status === 404) notify({ tone: "bad", text: text("noFaucet") });
  else notify({ tone: "bad", text: text("faucetRefused", { reason: reasonOf(answer) }) });
  if (!answer.ok && isSessionRefusal(answer.code)) void session.recheckSession();
  await refreshAccount();
}

function reasonOf({ code, message }: Failure): string {
  return errorText(code, message);
}
