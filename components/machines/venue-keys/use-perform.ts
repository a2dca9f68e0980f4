"use client";

import { useCallback } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { openTradingKeyDialog } from "#components/identity/browser-keys/dialog-state.ts";
import { useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { enableTrading } from "#components/trading/account-state/steps.ts";
import { useRequestSignature } from "#components/trading/signing/sign-provider.tsx";
import { useRevokeKey } from "#components/trading/trading-key/key-actions.ts";
import { notify } from "#components/ui/notify.ts";
import { reportFailure } from "#components/ui/report-failure.ts";
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
