"use client";

import { useCallback } from "react";
import { errorText } from "#components/data/errors/error-text.ts";
import { type Answer, sendJson } from "#components/data/http.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import {
  isSessionRefusal,
  refreshAccount,
} from "#components/trading/account-state/account-store.ts";
import { useRequestSignature } from "#components/trading/signing/sign-provider.tsx";
import { notify } from "#components/ui/notify.ts";
import type { VenueKeyRecord } from "./key-records.ts";
import { revokeVenueKeyDraft } from "./revoke-draft.ts";

const ANSWER_TIMEOUT_MS = 5_000;

/** Gone already, or gone by this very request, whose answer was lost. */
const GONE = new Set(["API_KEY_NOT_FOUND", "UNKNOWN_API_KEY", "DUPLICATE_REQUEST"]);

/** Ends a venue key; asks the wallet. */
export function useRevokeVenueKey(): (key: VenueKeyRecord) => Promise<void> {
  const requestSignature = useRequestSignature();
  const store = useWalletStore();
  const text = useText("venueKeys");
  return useCallback(
    async ({ id, held }) => {
      const signed = await requestSignature({
        title: text("revokeTitle"),
        summary: text(held ? "revokeHeldSummary" : "revokeSummary"),
        draft: revokeVenueKeyDraft(id),
      });
      if (!signed) return;
      const { method, path, body } = signed.draft;
      const init = { method, headers: signed.headers, body };
      const answer = await sendJson(path, init, ANSWER_TIMEOUT_MS);
      if (isGone(answer)) {
        notify({ tone: "good", text: text(held ? "revokedHeld" : "revoked") });
      } else if (!answer.ok && answer.status >= 400 && answer.status < 500) {
        const reason = errorText(answer.code, answer.message);
        notify({ tone: "bad", text: text("notRevoked", { reason }) });
        if (isSessionRefusal(answer.code)) void store.recheckSession();
      } else {
        notify({ tone: "bad", text: text("unknown") });
      }
      await refreshAccount();
    },
    [requestSignature, store, text],
  );
}

function isGone(answer: Answer): boolean {
  return answer.ok || GONE.has(answer.code);
}
