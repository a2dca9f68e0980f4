"use client";

import { useCallback } from "react";
import { enableTrading } from "#components/account/steps.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { useRequestSignature } from "#components/signing/sign-provider.tsx";
import { openTradingKeyDialog } from "#components/trading-key/dialog-state.ts";
import { useRevokeKey } from "#components/trading-key/key-actions.ts";
import { notify } from "#components/ui/notify.ts";
import { reportFailure } from "#components/ui/report-failure.ts";
import { useWalletStore } from "#components/wallet/wallet-provider.tsx";
import { connectedSoon } from "./connected-soon.ts";
import type { KeyTask } from "./key-task.ts";
import { useRevokeVenueKey } from "./use-revoke-venue-key.ts";

/** Does what was pressed. Never rejects: what breaks is said. */
export function usePerform(): (task: KeyTask) => Promise<void> {
  const store = useWalletStore();
  const requestSignature = useRequestSignature();
  const revokeVenueKey = useRevokeVenueKey();
  const revokeSigner = useRevokeKey();
  return useCallback(
    async (task) => {
      try {
        if (task.kind === "trading-key") return openTradingKeyDialog();
        await connectedSoon(store);
        if (task.kind === "enable") await enableTrading(requestSignature, store);
        else if (task.kind === "revoke-venue-key") await revokeVenueKey(task.key);
        else await revokeSigner(task.pubkey);
      } catch (error) {
        reportFailure("keys", error);
        notify({ tone: "bad", text: clientText("account")("stepBroke") });
      }
    },
    [store, requestSignature, revokeVenueKey, revokeSigner],
  );
}
