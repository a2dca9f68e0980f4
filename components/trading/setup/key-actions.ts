"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { errorText } from "#components/data/errors/error-text.ts";
import { sendJson } from "#components/data/http.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { createKeyPair, signWithKey } from "#components/identity/browser-keys/key-pair.ts";
import { browserKeys, forgetRefusedKey } from "#components/identity/browser-keys/load-keys.ts";
import { LIFETIME_MS, type Lifetime } from "#components/identity/browser-keys/preferences.ts";
import { useWallet, useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { accountKey } from "#components/trading/account-reads/account-reads.ts";
import {
  isSessionRefusal,
  refreshAccount,
} from "#components/trading/account-reads/account-store.ts";
import { useVenueKey } from "#components/trading/account-reads/use-account.ts";
import { useAccountRead } from "#components/trading/account-reads/use-account-read.ts";
import { registerSignerDraft, revokeSignerDraft } from "#components/trading/signing/requests.ts";
import {
  type RequestSignature,
  useRequestSignature,
} from "#components/trading/signing/sign-provider.tsx";
import { notify } from "#components/ui/notify.ts";
import { SIGNER_SCOPE } from "#lib/protocol/signing/signing.ts";
import type { RevokedSigner, SignerList, SignerRecord } from "#lib/protocol/wire/account.ts";
import { keyLabel } from "./label.ts";
import { registerKey } from "./registration.ts";

const ANSWER_TIMEOUT_MS = 5_000;

/** The keys that may sign for the signed-in account, in all browsers. */
export function useSigners() {
  const { sessionAddress } = useWallet();
  const venueKey = useVenueKey();
  const read = useAccountRead();
  return useQuery({
    queryKey: accountKey(sessionAddress, "signers"),
    enabled: Boolean(sessionAddress && venueKey.data),
    queryFn: async ({ signal }): Promise<SignerRecord[]> => {
      const signers = await read<SignerList>("/api/venue/signers", sessionAddress, signal);
      return signers.results.filter(({ expires_at }) => expires_at > serverNow());
    },
  });
}

/** Creates a key, registers it with the wallet's signature, and stores it. Resolves to whether it is ready to use. */
export function useCreateKey(
  requestSignature: RequestSignature,
): (lifetime: Lifetime) => Promise<boolean> {
  const store = useWalletStore();
  const text = useText("tradingKey");
  const { dayAndTime } = useFormat();
  return useCallback(
    async (lifetime) => {
      const { keys } = await browserKeys();
      const { pubkey, privateKey } = await createKeyPair();
      const createdAt = Math.floor(serverNow());
      const expiresAt = createdAt + LIFETIME_MS[lifetime];
      const label = keyLabel(navigator.userAgent, createdAt);
      const signed = await requestSignature({
        title: text("requestTitle"),
        summary: text("requestSummary"),
        draft: registerSignerDraft({ pubkey, label, scopes: SIGNER_SCOPE.TRADE, expiresAt }),
        accept: (message) => signWithKey(privateKey, message),
      });
      if (!signed) return false;
      const result = await registerKey(signed, pubkey);
      void refreshAccount();
      if (result.state === "refused") {
        notify({
          tone: "bad",
          text: text("notCreated", { reason: errorText(result.code, result.message) }),
        });
        if (isSessionRefusal(result.code)) void store.recheckSession();
        return false;
      }
      if (result.state === "unknown") {
        notify({ tone: "bad", text: text("creationUnknown") });
        return false;
      }
      const { account } = signed;
      // The account signed out meanwhile: the key is dropped, and its registration is useless without it.
      if (store.get().sessionAddress !== account) {
        const reason = clientText("signing")("signedOut");
        notify({ tone: "bad", text: text("notCreated", { reason }) });
        return false;
      }
      const record = { account, pubkey, createdAt, expiresAt, state: "live", privateKey } as const;
      try {
        await keys.adopt(record);
      } catch {
        notify({ tone: "bad", text: text("notKept") });
        return false;
      }
      notify({ tone: "good", text: text("created", { time: dayAndTime(expiresAt) }) });
      return true;
    },
    [requestSignature, store, text, dayAndTime],
  );
}

/** Revokes a key of any browser, signed by the wallet. Resolves to whether it was signed. */
export function useRevokeKey(): (pubkey: string) => Promise<boolean> {
  const requestSignature = useRequestSignature();
  const store = useWalletStore();
  const text = useText("tradingKey");
  return useCallback(
    async (pubkey) => {
      const signed = await requestSignature({
        title: text("revokeTitle"),
        summary: text("revokeSummary"),
        draft: revokeSignerDraft(pubkey),
      });
      if (!signed) return false;
      const { method, path, body } = signed.draft;
      const init = { method, headers: signed.headers, body };
      const answer = await sendJson<RevokedSigner>(path, init, ANSWER_TIMEOUT_MS);
      // The venue does not know the key, so it cannot sign anything.
      if (answer.ok || answer.code === "SIGNER_NOT_FOUND") {
        await forgetRefusedKey(signed.account, pubkey);
        const count = answer.ok ? answer.body.canceled_orders.length : 0;
        const said = count > 0 ? text("revokedOrders", { count }) : text("revoked");
        notify({ tone: "good", text: said });
      } else if (answer.status >= 400 && answer.status < 500) {
        notify({
          tone: "bad",
          text: text("notRevoked", { reason: errorText(answer.code, answer.message) }),
        });
        if (isSessionRefusal(answer.code)) void store.recheckSession();
      } else {
        notify({ tone: "bad", text: text("revocationUnknown") });
      }
      await refreshAccount();
      return true;
    },
    [requestSignature, store, text],
  );
}
