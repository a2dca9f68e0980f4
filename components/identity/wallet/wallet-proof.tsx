"use client";

import type { Wallet } from "@wallet-standard/base";
import { useEffect, useRef, useState } from "react";
import type { Answer } from "#components/data/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { loadDemoWallet } from "./demo.ts";
import { WalletFault, WalletRejected } from "./failures.ts";
import { onWalletsChange, solanaWallets } from "./find-wallets.ts";
import { inTime } from "./in-time.ts";
import { type WalletProof as Proof, type ProofPurpose, signedProof } from "./session.ts";
import { connectWallet, signBytes } from "./standard.ts";
import { WalletList } from "./wallet-list.tsx";
import { REMEMBERED } from "./wallet-state.ts";

type WalletProofProps = {
  purpose: ProofPurpose;
  /** Sends the proof to the server. */
  submit: (proof: Proof) => Promise<Answer>;
  onDone: (address: string) => void;
  /** The server's refusal as a sentence. */
  reasonOf: (answer: Answer) => string;
};

/**
 * Proves a wallet on a page that does not trade: lists wallets, asks one to sign, and submits the proof. The chosen wallet
 * is remembered for the trading page.
 */
export default function WalletProof({ purpose, submit, onDone, reasonOf }: WalletProofProps) {
  const text = useText("wallet");
  const wallets = useWallets();
  const [step, setStep] = useState<"choose" | "connecting" | "signing">("choose");
  const [failure, setFailure] = useState<string>();
  /** Number of the current attempt; responses to earlier ones are dropped. */
  const attempt = useRef(0);
  useEffect(
    () => () => {
      attempt.current += 1;
    },
    [],
  );
  const stop = () => {
    attempt.current += 1;
    setStep("choose");
  };
  const choose = async (wallet: Wallet) => {
    attempt.current += 1;
    const mine = attempt.current;
    const isWanted = () => mine === attempt.current;
    setFailure(undefined);
    setStep("connecting");
    try {
      const account = await inTime(wallet, connectWallet(wallet, { silent: false }));
      if (!isWanted()) return;
      if (!account) throw new WalletFault(text("sharesNone", { wallet: wallet.name }));
      setStep("signing");
      const signed = await signedProof(account.address, purpose, (bytes) =>
        inTime(wallet, signBytes({ wallet, account }, bytes)),
      );
      if (!isWanted()) return;
      const answer = signed.ok ? await submit(signed.proof) : signed.answer;
      if (!isWanted()) return;
      if (!signed.ok || !answer.ok) setFailure(reasonOf(answer));
      else {
        remember(wallet);
        onDone(account.address);
      }
    } catch (error) {
      if (isWanted()) setFailure(failureOf(error));
    }
    if (isWanted()) setStep("choose");
  };
  return (
    <div className="flex flex-col gap-2">
      {step === "signing" ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <output className="text-ink-muted">{text("signInAsked")}</output>
          <Button className="pointer-coarse:min-h-11" onClick={stop}>
            {text("stopWaiting")}
          </Button>
        </div>
      ) : (
        <WalletList
          wallets={wallets}
          waiting={step === "connecting"}
          onChoose={(wallet) => void choose(wallet)}
          onStop={stop}
        />
      )}
      {failure === undefined ? null : (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
    </div>
  );
}

/** The installed wallets; an empty list only after the demo wallet was loaded. */
function useWallets(): readonly Wallet[] | undefined {
  const [wallets, setWallets] = useState<readonly Wallet[]>();
  useEffect(() => {
    const publishFound = () => {
      const found = [...solanaWallets()];
      if (found.length > 0) setWallets(found);
    };
    const stop = onWalletsChange(publishFound);
    const all = () => setWallets([...solanaWallets()]);
    loadDemoWallet().then(all, all);
    return stop;
  }, []);
  return wallets;
}

function remember(wallet: Wallet): void {
  try {
    localStorage.setItem(REMEMBERED, wallet.name);
  } catch {
    // Without storage the trading page asks for the wallet again.
  }
}

function failureOf(error: unknown): string {
  const text = clientText("wallet");
  if (error instanceof WalletRejected) return text("declined");
  return error instanceof Error ? error.message : text("failed");
}
