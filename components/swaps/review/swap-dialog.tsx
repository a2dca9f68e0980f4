"use client";

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { refusalText, SignButtons } from "#components/chain/review-parts.tsx";
import { failureText } from "#components/data/failure-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { SessionFollower } from "#components/identity/wallet/session-follower.tsx";
import { WalletDialog } from "#components/identity/wallet/wallet-dialog.tsx";
import { walletOf } from "#components/identity/wallet/wallet-of.ts";
import { useWalletStore, WalletProvider } from "#components/identity/wallet/wallet-provider.tsx";
import { usePercent } from "#components/swaps/amount.tsx";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { useSwapText } from "#components/swaps/texts.tsx";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { isFlagged, planImpactBps } from "#lib/protocol/swaps/plan-impact.ts";
import { expiryOf } from "#lib/protocol/swaps/route-plan.ts";
import { mayBeSigned } from "./acknowledgement.ts";
import {
  type Preparation,
  type PreparedSwap,
  type RoutedAsk,
  refused,
  type SwapAsk,
} from "./preparation.ts";
import { type CrossAsk, prepareCrossSwap } from "./prepare-cross-swap.ts";
import { prepareRoutedSwap } from "./prepare-routed-swap.ts";
import { prepareSwap } from "./prepare-swap.ts";
import { signSwap } from "./sign-swap.ts";
import { SwapFacts } from "./swap-facts.tsx";

type SwapDialogProps = {
  terms: SwapTerms;
  ask: SwapAsk | RoutedAsk | CrossAsk;
  onClose: () => void;
  /** The swap is signed, kept and sent. */
  onSent: () => void;
};

/** The review of a swap: what its bytes do, the acknowledgement, and the wallet. Loaded when it opens. */
export default function SwapDialog({ terms, ask, onClose, onSent }: SwapDialogProps) {
  const text = useSwapText();
  const { cover, noteSessionEnd } = useFrame();
  // The quote of the page goes on; what is reviewed stays.
  const [asked] = useState(ask);
  // The wallet opens a window of its own, which must be able to take the focus.
  useEffect(() => {
    cover(true);
    return () => cover(false);
  }, [cover]);
  return (
    <WalletProvider initialAddress={asked.account} withoutWallet={false} keepsSession>
      <Dialog
        open
        modal={false}
        title={text("reviewTitle", { from: asked.assetIn, to: asked.assetOut })}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        <Review terms={terms} ask={asked} onClose={onClose} onSent={onSent} />
      </Dialog>
      <WalletDialog />
      <SessionFollower account={asked.account} onSessionEnd={noteSessionEnd} />
    </WalletProvider>
  );
}

function Review({ terms, ask, onClose, onSent }: SwapDialogProps) {
  const text = useSwapText();
  const [preparation, setPreparation] = useState<Preparation>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    const prepare = async () => {
      const made = await ("destination" in ask
        ? prepareCrossSwap(terms, ask)
        : "routesUrl" in ask
          ? prepareRoutedSwap(terms, ask)
          : prepareSwap(terms, ask)
      ).catch((error: unknown) => refused("differs", String(error)));
      if (!isLeft) setPreparation(made);
    };
    void prepare();
    return () => {
      isLeft = true;
    };
  }, [terms, ask, round]);
  const again = () => {
    setPreparation(undefined);
    setRound(round + 1);
  };
  if (preparation === undefined) return <Loading label={text("simulating")} rows={6} />;
  if (preparation.state !== "ready") {
    return (
      <Refused preparation={preparation}>
        <Button size="md" onClick={onClose}>
          {text("close")}
        </Button>
        <Focused onClick={again}>{text("newQuote")}</Focused>
      </Refused>
    );
  }
  const { prepared } = preparation;
  // A new key per plan: an acknowledgement and an answer of the wallet belong to one plan.
  return (
    <Ready
      key={prepared.digest}
      terms={terms}
      prepared={prepared}
      onAgain={again}
      onClose={onClose}
      onSent={onSent}
    />
  );
}

type RefusedProps = {
  preparation: Exclude<Preparation, { state: "ready" }>;
  children: ReactNode;
};

/** Why a swap was not prepared. */
function Refused({ preparation, children }: RefusedProps) {
  const text = useSwapText();
  const detail = preparation.state === "refused" ? preparation.detail : undefined;
  return (
    <div className="flex flex-col gap-3">
      <p role="alert" className="text-xs text-bad">
        {preparation.state === "unread"
          ? failureText(preparation.failure)
          : text(`refused_${preparation.problem}`)}
        {detail === undefined ? null : (
          <bdi dir="ltr" className="mt-1 block font-mono text-2xs wrap-anywhere">
            {detail}
          </bdi>
        )}
      </p>
      <div className="grid grid-cols-2 gap-2">{children}</div>
    </div>
  );
}

type ReadyProps = Omit<SwapDialogProps, "ask"> & {
  prepared: PreparedSwap;
  onAgain: () => void;
};

function Ready({ terms, prepared, onAgain, onClose, onSent }: ReadyProps) {
  const text = useSwapText();
  const percent = usePercent();
  const store = useWalletStore();
  const [acknowledged, setAcknowledged] = useState<string>();
  const [isSigning, setSigning] = useState(false);
  /** Why the wallet's answer was not sent: it stays when the plan is over. */
  const [said, setSaid] = useState<string>();
  const { plan, digest, ask, shown } = prepared;
  const impact = planImpactBps(plan);
  const isUnknown = shown.kind !== "relay" && shown.impact === "unknown";
  const left = useSecondsLeft(expiryOf(plan));
  const isOver = left === 0 && !isSigning;
  const latest = useLatest(acknowledged);
  const gone = useGone();
  const sign = async (isLeft: () => boolean) => {
    setSigning(true);
    const reason = await signSwap({
      terms,
      prepared,
      acknowledged: () => latest.current,
      wallet: () => walletOf(store, ask.account, gone.current?.signal),
      isLeft,
    })
      .then((notSent) => notSent && text(`notSent_${notSent}`), refusalText)
      .finally(() => setSigning(false));
    setSaid(reason);
    return reason;
  };
  return (
    <div className="flex flex-col gap-3">
      <SwapFacts terms={terms} prepared={prepared} />
      {isFlagged(plan) ? (
        <div className="rounded border border-warn-line bg-warn-soft p-2">
          <Check
            checked={acknowledged === digest}
            onChange={(checked) => setAcknowledged(checked ? digest : undefined)}
            label={
              isUnknown
                ? text("acknowledgeUnknown")
                : text("acknowledge", { percent: percent(impact) })
            }
          />
        </div>
      ) : null}
      <p role="timer" className="text-2xs text-ink-muted" data-expires={plan.expires_at}>
        {isOver ? text("quoteOver") : text("quoteLeft", { count: left ?? 30 })}
      </p>
      {isOver && said !== undefined ? <output className="text-xs text-warn">{said}</output> : null}
      {isOver ? (
        <div className="grid grid-cols-2 gap-2">
          <Button size="md" onClick={onClose}>
            {text("close")}
          </Button>
          <Focused onClick={onAgain}>{text("newQuote")}</Focused>
        </div>
      ) : (
        <SignButtons
          wallet={store.get().connected?.wallet.name ?? text("yourWallet")}
          isReady={mayBeSigned(prepared, acknowledged)}
          onBack={onClose}
          onSign={sign}
          onSent={onSent}
        />
      )}
    </div>
  );
}

/** By the service's clock. */
function useSecondsLeft(end: number): number | undefined {
  return usePolledValue(() => Math.max(0, Math.ceil(end - serverNow() / 1_000)), 250, undefined);
}

/** The next step after one that went away with its focus. */
function Focused({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} size="md" tone="primary" onClick={onClick}>
      {children}
    </Button>
  );
}

/** The value of the last render, for what runs later. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Aborts when the component goes. */
function useGone(): RefObject<AbortController | undefined> {
  const gone = useRef<AbortController>(undefined);
  useEffect(() => {
    const made = new AbortController();
    gone.current = made;
    return () => made.abort();
  }, []);
  return gone;
}
