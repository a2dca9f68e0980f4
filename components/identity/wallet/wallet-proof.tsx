"use client";

import type { Wallet } from "@wallet-standard/base";
import { lazy, useEffect, useRef, useState } from "react";
import type { Answer } from "#components/data/http.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { canSignMemo } from "./can-sign-memo.ts";
import { loadDemoWallet } from "./demo.ts";
import { WalletFault, WalletRejected } from "./failures.ts";
import { onWalletsChange, solanaWallets } from "./find-wallets.ts";
import { inTime } from "./in-time.ts";
import { noteMemoAccount } from "./memo-accounts.ts";
import { type WalletProof as Proof, type ProofPurpose, signedProof } from "./session.ts";
import { connectWallet, signBytes } from "./standard.ts";
import { WalletList } from "./wallet-list.tsx";
import { type ConnectedWallet, REMEMBERED } from "./wallet-state.ts";

const MemoOffer = lazy(async () => ({ default: (await import("./memo-offer.tsx")).MemoOffer }));

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
export default function WalletProof(props: WalletProofProps) {
  const text = useText("wallet");
  const wallets = useWallets();
  const { step, failure, memo, choose, chooseMemo, stop, dropMemo } = useProof(props);
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
      {memo ? (
        <LazyBoundary onFailure={dropMemo}>
          <p>{text("memoIntro")}</p>
          <MemoOffer
            wallet={memo.connected.wallet.name}
            asked={memo.asked}
            busy={step !== "choose"}
            onSign={() => void chooseMemo(memo.connected)}
            onText={() => void choose(memo.connected.wallet)}
          />
        </LazyBoundary>
      ) : null}
    </div>
  );
}

type Sign = Parameters<typeof signedProof>[2];

/** The attempts to prove a wallet, one at a time. */
function useProof({ purpose, submit, onDone, reasonOf }: WalletProofProps) {
  const text = useText("wallet");
  const [step, setStep] = useState<"choose" | "connecting" | "signing">("choose");
  const [failure, setFailure] = useState<string>();
  /** The wallet that has not signed the text, and may sign a memo; the transaction, once it is asked for it. */
  const [memo, setMemo] = useState<{ connected: ConnectedWallet; asked?: Uint8Array }>();
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
  /** Runs `prove` as the current attempt; a later one makes its outcome irrelevant. */
  const run = async (prove: (isWanted: () => boolean) => Promise<void>) => {
    attempt.current += 1;
    const mine = attempt.current;
    const isWanted = () => mine === attempt.current;
    setFailure(undefined);
    try {
      await prove(isWanted);
    } catch (error) {
      if (isWanted()) setFailure(failureOf(error));
    }
    if (isWanted()) setStep("choose");
  };
  const proveBy = async (
    { wallet, account }: ConnectedWallet,
    sign: Sign,
    isWanted: () => boolean,
  ) => {
    setStep("signing");
    const signed = await signedProof(account.address, purpose, sign);
    if (!isWanted()) return;
    const answer = signed.ok ? await submit(signed.proof) : signed.answer;
    if (!isWanted()) return;
    if (!signed.ok || !answer.ok) return setFailure(reasonOf(answer));
    noteMemoAccount(account.address, signed.proof.memoTransaction !== undefined);
    remember(wallet);
    onDone(account.address);
  };
  const choose = (wallet: Wallet) =>
    run(async (isWanted) => {
      setMemo(undefined);
      setStep("connecting");
      const account = await inTime(wallet, connectWallet(wallet, { silent: false }));
      if (!isWanted()) return;
      if (!account) throw new WalletFault(text("sharesNone", { wallet: wallet.name }));
      const connected = { wallet, account };
      const sign = (bytes: Uint8Array) =>
        inTime(wallet, signBytes(connected, bytes)).catch((error: unknown) => {
          const isPossible = canSignMemo(connected);
          if (isWanted() && isPossible && purpose === "sign-in") setMemo({ connected });
          const hint = hardwareHint(purpose, isPossible);
          throw mayBeHardware(error) ? new WalletFault(`${failureOf(error)} ${hint}`) : error;
        });
      await proveBy(connected, sign, isWanted);
    });
  const chooseMemo = (connected: ConnectedWallet) =>
    run(async (isWanted) => {
      const { signMemo } = await import("./sign-memo.ts");
      const show = (asked: Uint8Array) => setMemo({ connected, asked });
      await proveBy(connected, (bytes) => signMemo(connected, bytes, show), isWanted);
    });
  const dropMemo = () => setMemo(undefined);
  return { step, failure, memo, choose, chooseMemo, stop, dropMemo };
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

/** A Ledger behind Phantom rejects a text after its owner has approved, which is no different from an owner who declines. */
function mayBeHardware(error: unknown): boolean {
  return error instanceof WalletRejected || (error instanceof WalletFault && error.signsNoText);
}

/** The advice for the owner of a hardware wallet. */
function hardwareHint(purpose: ProofPurpose, canSign: boolean): string {
  const text = clientText("wallet");
  if (purpose !== "sign-in") return text(purpose === "link" ? "memoLink" : "memoProve");
  return text(canSign ? "memoHint" : "memoNone");
}

function failureOf(error: unknown): string {
  const text = clientText("wallet");
  if (error instanceof WalletRejected) return text("declined");
  return error instanceof Error ? error.message : text("failed");
}
