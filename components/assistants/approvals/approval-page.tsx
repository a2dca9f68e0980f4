"use client";

import { ArrowLeft } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import { followClock } from "#components/data/server-clock.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { signInAddress } from "#components/frame/settings/sign-in-address.ts";
import { type StagedOrder } from "#components/frame/waiting/staged-order.ts";
import { refreshWaiting } from "#components/frame/waiting/use-waiting.ts";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { buttonStyle } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { Decision } from "./decision.tsx";
import { OrderCard } from "./order-card.tsx";
import { ProposerCard } from "./proposer-card.tsx";
import { StateCard } from "./state-card.tsx";
import { stateTitle } from "./state-title.ts";
import { type Approval, useApproval } from "./use-approval.ts";

/** One proposed order and the person's answer to it. */
export function ApprovalPage({ id }: { id: string }) {
  const text = useText("approvals");
  const { person } = useFrame();
  return (
    <SettingsPage title={text("title")}>
      <div className="flex flex-col gap-4">
        <Link
          href={"/approvals" as Route}
          className="inline-flex w-fit items-center gap-1.5 text-xs text-ink-muted hover:text-ink pointer-coarse:min-h-11"
        >
          <ArrowLeft size={14} aria-hidden className="rtl:rotate-180" />
          {text("back")}
        </Link>
        <noscript>
          <p className="rounded-md border border-warn-line bg-warn-soft p-3">
            {text("needsScripts")}
          </p>
        </noscript>
        <One key={person?.id} id={id} />
      </div>
    </SettingsPage>
  );
}

function One({ id }: { id: string }) {
  const text = useText("approvals");
  const approval = useApproval(id);
  const { staged, failure, reload } = approval;
  useEffect(() => followClock(), []);
  const state = staged?.state;
  useEffect(() => {
    // A badge must not count what has just ended here.
    if (state !== undefined) refreshWaiting();
  }, [state]);
  if (failure?.code === "STAGED_ORDER_NOT_FOUND") return <NotFound id={id} />;
  const resource = {
    data: staged,
    error: failure && failureText(failure),
    loading: false,
    reload,
  };
  return (
    <ReadState resource={resource} label={text("loadingOne")}>
      {(order) => <Order staged={order} approval={approval} />}
    </ReadState>
  );
}

function Order({ staged, approval }: { staged: StagedOrder; approval: Approval }) {
  const text = useText("approvals");
  const { person } = useFrame();
  const isWaiting = staged.state === "waiting";
  const [wasWaiting] = useState(isWaiting);
  const here = useRef<MarketView>(undefined);
  const noteHere = useCallback((next: MarketView | undefined) => {
    here.current = next;
  }, []);
  const [isShort, setIsShort] = useState(false);
  const isMine = person?.account === staged.account;
  return (
    <>
      <output className="sr-only">
        {wasWaiting && !isWaiting ? text(stateTitle(staged)) : ""}
      </output>
      {isWaiting ? null : (
        <StateCard staged={staged} takesFocus={wasWaiting} reload={approval.reload} />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <OrderCard staged={staged} onHere={noteHere} onShort={setIsShort} />
        <div className="contents lg:flex lg:flex-col lg:gap-4">
          <ProposerCard staged={staged} />
          {!isWaiting ? null : isMine ? (
            <Decision staged={staged} approval={approval} here={here} isShort={isShort} />
          ) : (
            <OtherWallet staged={staged} />
          )}
        </div>
      </div>
    </>
  );
}

/** The order is another account's, or there was never one: nobody is told which. */
function NotFound({ id }: { id: string }) {
  const text = useText("approvals");
  const { person } = useFrame();
  const name = person?.account === undefined ? person?.label : shortAddress(person.account);
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-md border bg-surface p-5">
      <h2 className="text-base font-medium">{text("notFound")}</h2>
      <p className="max-w-2xl text-ink-muted">
        {text("notFoundDetail", { name: isolated(name ?? "") })}
      </p>
      <SignInOther id={id} />
    </div>
  );
}

function OtherWallet({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  return (
    <section
      aria-label={text("otherWallet")}
      className="flex flex-col items-start gap-3 rounded-md border border-warn-line bg-warn-soft p-4"
    >
      <h2 className="text-sm font-semibold">{text("otherWallet")}</h2>
      <p className="[overflow-wrap:anywhere]">
        {text("otherWalletDetail", { account: isolated(staged.account) })}
      </p>
      <SignInOther id={staged.id} />
    </section>
  );
}

function SignInOther({ id }: { id: string }) {
  const text = useText("approvals");
  return (
    <Link
      href={signInAddress(`/approvals/${id}`)}
      className={buttonStyle({ size: "md", className: "pointer-coarse:min-h-11" })}
    >
      {text("signInOther")}
    </Link>
  );
}
