"use client";

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { serverNow } from "#components/server-clock.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { signBytes, WalletRejected } from "#components/wallet/standard.ts";
import { type ConnectedWallet, useWallet } from "#components/wallet/wallet-provider.tsx";
import {
  messageToSign,
  type PreparedWrite,
  prepareWrite,
  SIGNATURE_LIFETIME_MS,
  type SignedWrite,
  type WriteDraft,
  withSignature,
} from "./requests.ts";
import { WhatYouSign } from "./what-you-sign.tsx";

export type SignRequest = {
  title: string;
  /** One sentence of what will happen. */
  summary: string;
  draft: WriteDraft;
};

/** Opens the panel, asks the wallet, and answers the signed write; `undefined` when nothing was signed. */
export type RequestSignature = (request: SignRequest) => Promise<SignedWrite | undefined>;

const SignContext = createContext<RequestSignature | undefined>(undefined);

export function useRequestSignature(): RequestSignature {
  const value = useContext(SignContext);
  if (!value) throw new Error("This component must be inside SignProvider.");
  return value;
}

/** A digest that stood this long before the wallet is asked is made anew, so that the wallet has time. */
const REFRESH_AFTER_MS = 4_000;
/** An answer of the wallet later than this would reach the venue too late. */
const LATEST_SEND_MS = SIGNATURE_LIFETIME_MS - 3_000;

type Asking = {
  request: SignRequest;
  wallet: ConnectedWallet;
  prepared: PreparedWrite;
  stage: "review" | "wallet";
  problem: string | undefined;
};

export function SignProvider({ children }: { children: ReactNode }) {
  const { connected, setDialogOpen } = useWallet();
  const [asking, setAsking] = useState<Asking | undefined>();
  const settle = useRef<(signed: SignedWrite | undefined) => void>(() => undefined);

  const requestSignature = useCallback<RequestSignature>(
    async (request) => {
      if (!connected) {
        setDialogOpen(true);
        return undefined;
      }
      const prepared = await prepareWrite(request.draft, connected.account.address, timestampNow());
      setAsking({ request, wallet: connected, prepared, stage: "review", problem: undefined });
      return new Promise((resolve) => {
        settle.current(undefined);
        settle.current = resolve;
      });
    },
    [connected, setDialogOpen],
  );

  const finish = (signed: SignedWrite | undefined) => {
    setAsking(undefined);
    settle.current(signed);
    settle.current = () => undefined;
  };

  const askWallet = async (current: Asking) => {
    const prepared = await refreshed(current.prepared);
    setAsking({ ...current, prepared, stage: "wallet", problem: undefined });
    const outcome = await signPrepared(current.wallet, prepared);
    if ("signed" in outcome) finish(outcome.signed);
    else setAsking({ ...current, prepared, stage: "review", problem: outcome.problem });
  };

  return (
    <SignContext value={requestSignature}>
      {children}
      <Dialog
        modal={false}
        open={asking !== undefined}
        onOpenChange={(open) => {
          if (!open && asking?.stage !== "wallet") finish(undefined);
        }}
        title={asking?.request.title ?? "Sign"}
        description={asking?.request.summary ?? ""}
        className="lg:left-8 lg:translate-x-0 xl:left-1/2 xl:-translate-x-1/2"
      >
        {asking ? (
          <SignPanel
            asking={asking}
            onSign={() => void askWallet(asking)}
            onCancel={() => finish(undefined)}
          />
        ) : null}
      </Dialog>
    </SignContext>
  );
}

type SignPanelProps = { asking: Asking; onSign: () => void; onCancel: () => void };

function SignPanel({ asking, onSign, onCancel }: SignPanelProps) {
  const { prepared, stage, problem, wallet } = asking;
  const waiting = stage === "wallet";
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-xs font-medium text-ink-muted">What you sign</h3>
      <WhatYouSign prepared={prepared} />
      <output className={problem ? "text-xs text-warn" : "text-xs text-ink-muted"}>
        {problem ??
          (waiting ? `Waiting for ${wallet.wallet.name}…` : "Valid for 30 s once signed.")}
      </output>
      <div className="grid grid-cols-2 gap-2">
        <Button size="md" onClick={onCancel} disabled={waiting}>
          Cancel
        </Button>
        <Button size="md" tone="primary" onClick={onSign} disabled={waiting}>
          {problem ? "Sign again" : `Sign with ${wallet.wallet.name}`}
        </Button>
      </div>
    </div>
  );
}

type Outcome = { signed: SignedWrite } | { problem: string };

async function signPrepared(wallet: ConnectedWallet, prepared: PreparedWrite): Promise<Outcome> {
  try {
    const signature = await signBytes(wallet.wallet, wallet.account, messageToSign(prepared));
    if (serverNow() - prepared.timestamp > LATEST_SEND_MS) {
      return { problem: "The wallet answered too late for the venue. Nothing was sent." };
    }
    return { signed: withSignature(prepared, signature) };
  } catch (error) {
    if (error instanceof WalletRejected) return { problem: "Not signed. Nothing was sent." };
    return {
      problem: error instanceof Error ? error.message : "The wallet failed. Nothing was sent.",
    };
  }
}

async function refreshed(prepared: PreparedWrite): Promise<PreparedWrite> {
  if (serverNow() - prepared.timestamp < REFRESH_AFTER_MS) return prepared;
  return prepareWrite(prepared.draft, prepared.account, timestampNow());
}

function timestampNow(): number {
  return Math.round(serverNow());
}
