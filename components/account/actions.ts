"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { sendJson } from "#components/http.ts";
import { enableTradingDraft } from "#components/signing/requests.ts";
import { useRequestSignature } from "#components/signing/sign-provider.tsx";
import { notify } from "#components/ui/notify.ts";
import { useWalletStore } from "#components/wallet/wallet-provider.tsx";
import { isSessionRefusal, refreshAccount } from "./queries.ts";

const TIMEOUT_MS = 10_000;

/** One owner-signed request creates the venue key; it stays on the server. */
export function useEnableTrading(): { enable: () => Promise<void>; busy: boolean } {
  const requestSignature = useRequestSignature();
  const client = useQueryClient();
  const store = useWalletStore();
  const [busy, setBusy] = useState(false);
  const enable = useCallback(async () => {
    setBusy(true);
    try {
      const signed = await requestSignature({
        title: "Enable trading",
        summary:
          "One signature lets this site pass your signed orders to the venue. It can not move funds, and each order still needs its own signature.",
        draft: enableTradingDraft(),
      });
      if (!signed) return;
      const { method, path, body } = signed.draft;
      const answer = await sendJson(path, { method, headers: signed.headers, body }, TIMEOUT_MS);
      if (answer.ok || answer.code === "DUPLICATE_REQUEST")
        notify({ tone: "good", text: "Trading is enabled." });
      else notify({ tone: "bad", text: `Trading was not enabled: ${answer.message}` });
      if (!answer.ok && isSessionRefusal(answer.code)) void store.recheckSession();
      await refreshAccount(client);
    } finally {
      setBusy(false);
    }
  }, [client, requestSignature, store]);
  return { enable, busy };
}

/** Asks the simulated market's faucet for funds. */
export function useFaucet(): { fund: () => Promise<void>; busy: boolean } {
  const client = useQueryClient();
  const store = useWalletStore();
  const [busy, setBusy] = useState(false);
  const fund = useCallback(async () => {
    setBusy(true);
    const answer = await sendJson("/api/sandbox/faucet", { method: "POST" }, TIMEOUT_MS);
    if (answer.ok) notify({ tone: "good", text: "10,000 simulated USDC arrived." });
    else if (answer.status === 404)
      notify({ tone: "bad", text: "This venue has no faucet. Deposit to trade." });
    else notify({ tone: "bad", text: `The faucet gave nothing: ${answer.message}` });
    if (!answer.ok && isSessionRefusal(answer.code)) void store.recheckSession();
    await refreshAccount(client);
    setBusy(false);
  }, [client, store]);
  return { fund, busy };
}
