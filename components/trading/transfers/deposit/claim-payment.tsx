"use client";

import { useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { sendJson } from "#components/data/http.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { WalletRejected } from "#components/identity/wallet/failures.ts";
import { signBytes } from "#components/identity/wallet/sign-bytes.ts";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import type { ConnectedWallet } from "#components/identity/wallet/wallet-state.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { claimText } from "#lib/protocol/solana/vault.ts";
import { isSignature } from "#lib/protocol/solana.ts";

const TIMEOUT_MS = 10_000;

type Said = { isError: boolean; text: string };

/** Gives the account a payment that this wallet sent into the vault without a memo. */
export function ClaimPayment({ account }: { account: string }) {
  const text = useText("transfers");
  const { connected } = useWallet();
  const [payment, setPayment] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>();
  const isReady = connected?.account.address === account && isSignature(payment.trim()) && !isBusy;

  async function claim(wallet: ConnectedWallet) {
    setBusy(true);
    setSaid(undefined);
    try {
      await sendClaim(wallet, { payment: payment.trim(), account });
      setSaid({ isError: false, text: text("claimed") });
      setPayment("");
    } catch (error) {
      const isDeclined = error instanceof WalletRejected;
      const reason = isDeclined ? text("claimDeclined") : (error as Error).message;
      setSaid({ isError: true, text: reason });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <p>{text("claimHelp")}</p>
      <Field
        label={text("claimPayment")}
        value={payment}
        inputMode="text"
        error={said?.isError === true ? said.text : undefined}
        onChange={(event) => setPayment(event.target.value)}
      />
      <Button
        size="xs"
        disabled={!isReady}
        onClick={() => {
          if (connected) void claim(connected);
        }}
      >
        {text("claim")}
      </Button>
      <output>{said?.isError === false ? said.text : null}</output>
    </div>
  );
}

/** @throws WalletRejected, WalletFault; Error with a text for people */
async function sendClaim(
  wallet: ConnectedWallet,
  claim: { payment: string; account: string },
): Promise<void> {
  const signed = await signBytes(wallet, new TextEncoder().encode(claimText(claim)));
  const signature = [...signed].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const body = JSON.stringify({ payment: claim.payment, signature });
  const headers = { "content-type": "application/json" };
  const answer = await sendJson("/api/chain/claims", { method: "POST", headers, body }, TIMEOUT_MS);
  if (!answer.ok) throw new Error(failureText(answer));
}
