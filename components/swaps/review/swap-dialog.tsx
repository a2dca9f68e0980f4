"use client";

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { SignButtons, walletRefusalText } from "#components/chain/review-parts.tsx";
import { failureText } from "#components/data/failure-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import { serverNow } from "#components/data/server-clock.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SessionFollower } from "#components/identity/wallet/session-follower.tsx";
import { WalletDialog } from "#components/identity/wallet/wallet-dialog.tsx";
import { walletOf } from "#components/identity/wallet/wallet-of.ts";
import { useWalletStore, WalletProvider } from "#components/identity/wallet/wallet-provider.tsx";
import {
  type PreparedSwap,
  refusedPreparation,
  type ShownSwap,
  type SwapAsk,
  type SwapPreparation,
} from "#components/swaps/kinds/preparation.ts";
import { prepareSwap } from "#components/swaps/kinds/prepare-swap.ts";
import { readMarks } from "#components/swaps/sources/read-marks.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Loading } from "#components/ui/panel.tsx";
import { usePolledValue } from "#components/ui/use-polled-value.ts";
import { lossInMoney, type Marks } from "#lib/protocol/swaps/plan/mark-loss.ts";
import { isFlagged, planImpactBps } from "#lib/protocol/swaps/plan/price-impact.ts";
import { parseExpiry } from "#lib/protocol/swaps/plan/swap-plan.ts";
import { Acknowledge } from "./acknowledge.tsx";
import { mayBeSigned } from "./acknowledgement.ts";
import { signSwap } from "./sign-swap.ts";
import { SwapFactList } from "./swap-facts.tsx";

type SwapDialogProps = {
  terms: SwapTerms;
  ask: SwapAsk;
  onClose: () => void;
  /** The swap is signed, stored and sent. */
  onSent: () => void;
};

/**
 * The review of a swap: what its bytes do, the acknowledgement, and the wallet. Loaded when it
 * opens.
 */
export default function SwapDialog({ terms, ask, onClose, onSent }: SwapDialogProps) {
  const text = useText("swaps");
  const { cover, noteSessionEnd } = useFrame();
  // The page's quote keeps changing; the reviewed swap does not.
  const [reviewed] = useState(ask);
  // The wallet opens its own window, which must be able to take the focus.
  useEffect(() => {
    cover(true);
    return () => cover(false);
  }, [cover]);
  return (
    <WalletProvider initialAddress={reviewed.account} withoutWallet={false}>
      <Dialog
        open
        modal={false}
        title={text("reviewTitle", { from: reviewed.assetIn, to: reviewed.assetOut })}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
      >
        <Review terms={terms} ask={reviewed} onClose={onClose} onSent={onSent} />
      </Dialog>
      <WalletDialog />
      <SessionFollower account={reviewed.account} onSessionEnd={noteSessionEnd} />
    </WalletProvider>
  );
}

function Review({ terms, ask, onClose, onSent }: SwapDialogProps) {
  const text = useText("swaps");
  const [preparation, setPreparation] = useState<SwapPreparation>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isLeft = false;
    const prepare = async () => {
      const made = await prepareSwap(terms, ask).catch((error: unknown) =>
        refusedPreparation("differs", String(error)),
      );
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
  // Each plan has its own key, because an acknowledgement and a wallet's answer belong to one plan.
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
  preparation: Exclude<SwapPreparation, { state: "ready" }>;
  children: ReactNode;
};

/** Why a swap was not prepared. */
function Refused({ preparation, children }: RefusedProps) {
  const text = useText("swaps");
  const detail = preparation.state === "refused" ? preparation.detail : undefined;
  return (
    <div className="flex flex-col gap-3">
      <p role="alert" className="text-xs text-bad">
        {preparation.state === "unread"
          ? failureText(preparation.failure)
          : text(`refused_${preparation.problem}`)}
        {detail === undefined ? null : (
          <bdi dir="ltr" translate="no" className="mt-1 block font-mono text-2xs wrap-anywhere">
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
  const text = useText("swaps");
  const store = useWalletStore();
  const [acknowledged, setAcknowledged] = useState<string>();
  const [isSigning, setSigning] = useState(false);
  /** Why the wallet's answer was not sent. Shown also after the plan has expired. */
  const [said, setSaid] = useState<string>();
  const { plan, digest, ask, shown } = prepared;
  const impact = planImpactBps(plan);
  const isUnknown = shown.kind !== "cross" && shown.impact === "unknown";
  const marks = useMarksOf(ask);
  const left = useSecondsLeft(parseExpiry(plan));
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
      .then((notSent) => notSent && text(`notSent_${notSent}`), walletRefusalText)
      .finally(() => setSigning(false));
    setSaid(reason);
    return reason;
  };
  return (
    <div className="flex flex-col gap-3">
      <SwapFactList terms={terms} prepared={prepared} />
      {isFlagged(plan) ? (
        <Acknowledge
          impactBps={impact}
          isUnknown={isUnknown}
          loss={marks && lossInMoney({ ...ask, out: outOf(shown) }, impact, marks)}
          isAcknowledged={acknowledged === digest}
          onChange={(is) => setAcknowledged(is ? digest : undefined)}
        />
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

/** The amount that arrives: as simulated, or the minimum that the relay must pay. */
function outOf(shown: ShownSwap): bigint {
  return shown.kind === "cross" ? shown.swap.memo.minOut : shown.effect.out;
}

/** Prices of both sides when the review opened; undefined until they are read. */
function useMarksOf({ assetIn, assetOut }: SwapAsk): Marks | undefined {
  const [marks, setMarks] = useState<Marks>();
  useEffect(() => {
    let isLeft = false;
    const read = async () => {
      const found = await readMarks([assetIn, assetOut]).catch(() => ({}));
      if (!isLeft) setMarks(found);
    };
    void read();
    return () => {
      isLeft = true;
    };
  }, [assetIn, assetOut]);
  return marks;
}

/** Counted by the service's clock. */
function useSecondsLeft(end: number): number | undefined {
  return usePolledValue(() => Math.max(0, Math.ceil(end - serverNow() / 1_000)), 250, undefined);
}

/** A button that takes the focus, because the button before it has disappeared. */
function Focused({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} size="md" tone="primary" onClick={onClick}>
      {children}
    </Button>
  );
}

/** The value of the last render, for code that runs later. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Aborts when the component unmounts. */
function useGone(): RefObject<AbortController | undefined> {
  const gone = useRef<AbortController>(undefined);
  useEffect(() => {
    const made = new AbortController();
    gone.current = made;
    return () => made.abort();
  }, []);
  return gone;
}
