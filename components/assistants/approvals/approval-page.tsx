"use client";

import { ArrowLeft, Quote } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import { followClock } from "#components/data/server-clock.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { signInAddress } from "#components/frame/settings/sign-in-address.ts";
import { refreshWaiting } from "#components/frame/waiting-approvals/use-waiting.ts";
import { shortAddress } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { FeatureText } from "#components/i18n/sources.ts";
import { conditionsOf } from "#components/trading/signing/receipt-text.ts";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { Ago } from "#components/ui/ago.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Isolated } from "#components/ui/isolated.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { Loading } from "#components/ui/panel.tsx";
import { ORDER_FLAG } from "#lib/protocol/enumerations.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { Decision } from "./decision.tsx";
import { AllFigures, Fact, FactList } from "./facts.tsx";
import type { OnMarketView } from "./live-effect.tsx";
import { ShortfallAtProposal } from "./margin-shortfall.tsx";
import { OrderChange } from "./order-change.tsx";
import { fieldsOf, protectionOf } from "./staged-order.ts";
import { StateCard } from "./state-card.tsx";
import { stateTitle } from "./state-title.ts";
import { type Approval, useApproval } from "./use-approval.ts";

/** One proposed order and the user's decision. */
export function ApprovalPage({ id }: { id: string }) {
  const text = useText("approvals");
  const { person } = useFrame();
  return (
    <SettingsPage title={text("title")}>
      <div className="flex flex-col gap-4">
        <Link
          href="/approvals"
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
    // The badge must not count an order that has just ended.
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
  const marketView = useRef<MarketView>(undefined);
  const noteMarketView = useCallback((next: MarketView | undefined) => {
    marketView.current = next;
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
        <OrderCard staged={staged} onMarketView={noteMarketView} onShort={setIsShort} />
        <div className="contents lg:flex lg:flex-col lg:gap-4">
          <ProposerCard staged={staged} />
          {!isWaiting ? null : isMine ? (
            <Decision
              staged={staged}
              approval={approval}
              marketView={marketView}
              isShort={isShort}
            />
          ) : (
            <OtherWallet staged={staged} />
          )}
        </div>
      </div>
    </>
  );
}

/** The order belongs to another account or does not exist; the page does not reveal which. */
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
    <Link href={signInAddress(`/approvals/${id}`)} className={buttonStyle({ size: "md" })}>
      {text("signInOther")}
    </Link>
  );
}

/** Market stream and preview of the effect, loaded only for a waiting order. */
const LiveEffect = lazy(() => import("./live-effect.tsx"));

type OrderCardProps = {
  staged: StagedOrder;
  onMarketView: OnMarketView;
  onShort: (isShort: boolean) => void;
};

/** The order as it would be placed, and its current effect. */
function OrderCard({ staged, onMarketView, onShort }: OrderCardProps) {
  const text = useText("approvals");
  return (
    <section
      aria-label={text("orderTitle")}
      className="flex min-w-0 flex-col gap-4 rounded-md border bg-surface p-4 lg:row-span-2"
    >
      <Headline staged={staged} />
      <Protection staged={staged} />
      {staged.target == null ? (
        <EffectOrFigures staged={staged} onMarketView={onMarketView} onShort={onShort} />
      ) : (
        <>
          <OrderChange staged={staged} target={staged.target} />
          <ShortfallAtProposal staged={staged} className="text-sm" />
          <AllFigures>
            <Terms staged={staged} />
            <FiguresThen staged={staged} />
          </AllFigures>
        </>
      )}
    </section>
  );
}

/** A new order's effect now while it waits, and its figures when it was proposed afterwards. */
function EffectOrFigures({ staged, onMarketView, onShort }: OrderCardProps) {
  const text = useText("approvals");
  const terms = <Terms staged={staged} />;
  if (staged.state === "waiting") {
    return (
      <Isolated
        label="effect of a proposed order"
        instead={
          <>
            <p className="text-xs text-ink-muted">{text("effectNone")}</p>
            {terms}
          </>
        }
      >
        <Suspense fallback={<Loading label={text("effectLoading")} rows={4} />}>
          <LiveEffect staged={staged} terms={terms} onMarketView={onMarketView} onShort={onShort} />
        </Suspense>
      </Isolated>
    );
  }
  return staged.state === "placed" ? (
    <AllFigures>
      {terms}
      <FiguresThen staged={staged} />
    </AllFigures>
  ) : (
    <>
      <FiguresThen staged={staged} />
      <AllFigures>{terms}</AllFigures>
    </>
  );
}

function Headline({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const signing = useText("signing");
  const format = useFormat();
  const fields = fieldsOf(staged);
  const { name, conditions } = conditionsOf(fields, { text: signing, format });
  const isBuy = fields.side === "BUY";
  return (
    <div
      className={cn(
        "rounded border-s-4 p-4",
        staged.action === "cancel"
          ? "border-line-strong bg-raised"
          : isBuy
            ? "border-up bg-up-soft"
            : "border-down bg-down-soft",
      )}
    >
      {/* On small screens the proposer's card is far below the decision. */}
      <p className="text-xs text-ink-muted lg:hidden">
        {text("proposedByWhom", { name: isolated(staged.source.name) })}
      </p>
      {staged.action === undefined || staged.action === "place" ? null : (
        <p className="text-base font-semibold">{text(`action_${staged.action}`)}</p>
      )}
      {name === undefined ? null : <p className="text-sm font-semibold">{name}</p>}
      <h2 className="flex flex-wrap items-baseline gap-x-2.5 text-2xl leading-9 font-semibold">
        <span className={cn("uppercase", isBuy ? "text-up" : "text-down")}>
          {text(isBuy ? "buy" : "sell")}
        </span>
        <bdi className="break-all">{format.grouped(fields.size)}</bdi>
        <bdi>{fields.market}</bdi>
      </h2>
      {conditions.map((condition, index) => (
        <p
          key={condition}
          className={cn("break-words", index === 0 ? "text-lg font-medium" : "text-sm")}
        >
          {condition}
        </p>
      ))}
    </div>
  );
}

/** The take profit and the stop loss that are signed with the order. */
function Protection({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const signing = useText("signing");
  const format = useFormat();
  const orders = protectionOf(staged);
  if (orders.length === 0) return null;
  return (
    <section aria-label={text("protection")} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{text("protection")}</h3>
      <ul className="grid gap-2 sm:grid-cols-2">
        {orders.map((order) => {
          const { name, conditions } = conditionsOf(order, { text: signing, format });
          return (
            <li key={order.order_type} className="rounded border p-3">
              <p className="text-sm font-semibold">{name}</p>
              <p className="flex flex-wrap gap-x-1.5">
                {text(order.side === "BUY" ? "buy" : "sell")}
                <bdi>{format.grouped(order.size)}</bdi>
                <bdi>{order.market}</bdi>
              </p>
              {conditions.map((condition) => (
                <p key={condition} className="text-xs text-ink-muted">
                  {condition}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      <p className="text-xs text-ink-muted">{text("protectionHelp")}</p>
    </section>
  );
}

/** The signed terms that no price changes. */
function Terms({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const { order, account } = staged;
  const flags = flagNames(order.flags, text);
  return (
    <FactList>
      <Fact name={text("type")} value={text(`type_${order.order_type}`)} />
      <Fact name={text("tif")} value={text(`tif_${order.time_in_force}`)} />
      {flags === "" ? null : <Fact name={text("flags")} value={flags} />}
      <Fact
        name={text("account")}
        value={
          <span dir="ltr" className="font-mono text-xs break-all">
            {account}
          </span>
        }
      />
    </FactList>
  );
}

/** The estimates of the proposal, of an order that no longer has live ones. */
function FiguresThen({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const { grouped, figure } = useFormat();
  const { mark_price: mark, notional, fee } = staged.snapshot;
  const usdc = (amount: string) => text("usdc", { amount: figure(amount, 2) });
  return (
    <FactList>
      {notional === null ? null : <Fact name={text("valueThen")} value={usdc(notional)} />}
      {fee === null ? null : <Fact name={text("feeThen")} value={usdc(fee)} />}
      {mark === null ? null : <Fact name={text("markThen")} value={grouped(mark)} />}
    </FactList>
  );
}

function flagNames(flags: number, text: FeatureText<"approvals">): string {
  const names: string[] = [];
  if ((flags & ORDER_FLAG.POST_ONLY) !== 0) names.push(text("postOnly"));
  if ((flags & ORDER_FLAG.REDUCE_ONLY) !== 0) names.push(text("reduceOnly"));
  return names.join(", ");
}

/** The proposer of the order, and the reason it gives. Both texts come from a third party. */
function ProposerCard({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const { source, reason, signal_id: signal } = staged;
  return (
    <section aria-label={text("proposer")} className="rounded-md border bg-surface p-4">
      <h2 className="text-xs font-medium text-ink-muted">{text("proposer")}</h2>
      <p className="mt-1 text-base font-semibold [overflow-wrap:anywhere]">
        <bdi>{source.name}</bdi>
      </p>
      <p className="text-xs text-ink-muted">
        {text(`kind_${source.kind}`)}
        {source.kind === "oauth_grant" ? `. ${text("ownName")}` : null}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-1.5 text-xs text-ink-muted">
        {text("proposedAt")} <Ago at={staged.created_at} exact />
      </p>
      {signal === null ? null : (
        <p data-signal={signal} className="mt-3 flex flex-wrap gap-x-2 text-xs text-ink-muted">
          {text("fromSignal")}
          <Link
            href={`/signals/${signal}`}
            className="text-accent underline-offset-2 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {text("openSignal")}
          </Link>
        </p>
      )}
      {reason === null ? (
        <p className="mt-3 text-xs text-ink-muted">{text("noReason")}</p>
      ) : (
        <figure className="mt-3 border-t pt-3">
          <figcaption className="text-xs font-medium text-ink-muted">
            {text("reasonTitle")}
          </figcaption>
          <div className="mt-1.5 flex gap-2">
            <Quote
              size={14}
              aria-hidden
              className="mt-0.5 shrink-0 text-ink-faint rtl:rotate-180"
            />
            <blockquote
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long one scrolls
              tabIndex={0}
              dir="auto"
              className="max-h-60 min-w-0 flex-1 overflow-y-auto text-sm whitespace-pre-line italic [overflow-wrap:anywhere]"
            >
              {reason}
            </blockquote>
          </div>
          <p className="mt-2 text-xs text-ink-muted">{text("reasonSource")}</p>
        </figure>
      )}
    </section>
  );
}
