"use client";

import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  Clock,
  LoaderCircle,
  Undo2,
} from "lucide-react";
import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { errorText } from "#components/data/errors/error-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import type { Href } from "#components/frame/pages/pages.ts";
import { shownAverageIn } from "#components/i18n/average-price.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { MarketView } from "#components/trading/writes/mark-terms.ts";
import { Ago } from "#components/ui/ago.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { CLOSING_REASONS } from "#lib/protocol/order-states.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { Fact, FactList } from "./facts.tsx";
import { EnableButton, SignerSlot } from "./signer-slot.tsx";
import { stateTitle } from "./state-title.ts";
import { useApprovalSigner } from "./use-approval-signer.ts";

type Over = Exclude<StagedOrder["state"], "waiting">;

const STYLE = {
  sending: { Icon: LoaderCircle, tone: "border-accent", icon: "animate-spin text-accent" },
  placed: { Icon: CircleCheck, tone: "border-good", icon: "text-good" },
  refused: { Icon: CircleAlert, tone: "border-bad", icon: "text-bad" },
  unknown: { Icon: CircleHelp, tone: "border-warn-line bg-warn-soft", icon: "text-warn" },
  declined: { Icon: Ban, tone: "", icon: "text-ink-muted" },
  withdrawn: { Icon: Undo2, tone: "", icon: "text-ink-muted" },
  expired: { Icon: Clock, tone: "", icon: "text-ink-muted" },
} as const satisfies Record<Over, unknown>;

/** States that the proposer learns of, as the card says. */
const PROPOSER_LEARNS: ReadonlySet<StagedOrder["state"]> = new Set([
  "placed",
  "refused",
  "declined",
]);

/** With these errors the venue cannot be asked for the order. */
const NO_KEY: ReadonlySet<string> = new Set([
  "TRADING_NOT_ENABLED",
  "UNKNOWN_API_KEY",
  "EXPIRED_API_KEY",
]);

type StateCardProps = {
  staged: StagedOrder;
  /** It replaces the focused element. */
  takesFocus: boolean;
  /** Reads the order again. */
  reload: () => Promise<void>;
};

/** The state of an order that no longer waits, with links. */
export function StateCard({ staged, takesFocus, reload }: StateCardProps) {
  const text = useText("approvals");
  const title = useRef<HTMLHeadingElement>(null);
  const { state, decided_at: at } = staged;
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) title.current?.focus();
  }, [takesFocus, state]);
  if (state === "waiting") return null;
  const { Icon, tone, icon } = STYLE[state];
  return (
    <section
      aria-label={text("stateTitle")}
      className={cn("flex gap-3 rounded-md border-2 bg-surface p-4", tone)}
    >
      <Icon size={22} aria-hidden className={cn("mt-0.5 shrink-0", icon)} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h2 ref={title} tabIndex={-1} className="text-base font-semibold outline-none">
          {text(stateTitle(staged))}
        </h2>
        <Detail staged={staged} reload={reload} />
        {at === null ? null : (
          <p className="text-xs text-ink-muted">
            <Ago at={at} exact />
          </p>
        )}
        {PROPOSER_LEARNS.has(state) ? (
          <p className="text-xs text-ink-muted">{text("told")}</p>
        ) : null}
        <NextLinks staged={staged} />
      </div>
    </section>
  );
}

function Detail({ staged, reload }: Pick<StateCardProps, "staged" | "reload">): ReactNode {
  const text = useText("approvals");
  const { error } = staged;
  switch (staged.state) {
    case "sending":
      return <p>{text("sendingDetail")}</p>;
    case "placed":
      return <Placed staged={staged} />;
    case "refused":
      return error === null ? null : <p>{errorText(error.code, error.message)}</p>;
    case "unknown":
      return NO_KEY.has(error?.code ?? "") ? (
        <NotAskable staged={staged} reload={reload} />
      ) : (
        <p>{text("unknownDetail")}</p>
      );
    case "withdrawn":
      return <p className="text-ink-muted">{text("withdrawnDetail")}</p>;
    case "expired":
      return <p className="text-ink-muted">{text("expiredDetail")}</p>;
    case "declined":
    case "waiting":
      return null;
  }
}

/** The venue can be asked only after the account has a venue key again. */
function NotAskable({ staged, reload }: Pick<StateCardProps, "staged" | "reload">) {
  const text = useText("approvals");
  const { person } = useFrame();
  const marketView = useRef<MarketView>(undefined);
  const signer = useApprovalSigner(() => void reload());
  return (
    <>
      <p>{text("unknownNoKey")}</p>
      {person?.account === staged.account ? (
        <div className="flex">
          <EnableButton signer={signer} />
        </div>
      ) : null}
      <SignerSlot signer={signer} staged={staged} marketView={marketView} />
    </>
  );
}

function Placed({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const sentence = useResultSentence(staged);
  if (staged.result === null) return null;
  const isNew = staged.target == null;
  return (
    <>
      {/* The fills of an order that was there before are not of this signature alone. */}
      {sentence === "" || !isNew ? null : <p className="text-base">{sentence}</p>}
      {isNew ? <FillFacts staged={staged} result={staged.result} /> : null}
      <p className="text-xs text-ink-muted">
        {text("orderId")}{" "}
        <bdi dir="ltr" translate="no">
          {staged.result.order_id}
        </bdi>
      </p>
    </>
  );
}

type FillFactsProps = { staged: StagedOrder; result: NonNullable<StagedOrder["result"]> };

/** What was filled at once, at which price, and for which fee. */
function FillFacts({ staged, result }: FillFactsProps) {
  const text = useText("approvals");
  const { grouped, figure } = useFormat();
  const { order } = staged;
  const { filled_size: filled, avg_fill_price: average, fee } = result;
  if (!hasFilled(result)) return null;
  const asset = order.market.replace(/USDC$/, "");
  const size =
    filled === order.size
      ? grouped(filled)
      : text("filledOf", { filled: grouped(filled), size: grouped(order.size) });
  return (
    <FactList label={text("fillTitle")}>
      <Fact row="filled" name={text("filled")} value={`${size} ${asset}`} />
      {average === null ? null : (
        <Fact
          row="fillPrice"
          name={text("fillPrice")}
          value={
            <span className="font-semibold">{grouped(shownAverageIn(order.market, average))}</span>
          }
        />
      )}
      {fee === null || fee === undefined ? null : (
        <Fact row="feePaid" name={text("fee")} value={text("usdc", { amount: figure(fee, 2) })} />
      )}
    </FactList>
  );
}

function hasFilled({ filled_size: filled }: FillFactsProps["result"]): boolean {
  return /[1-9]/.test(filled);
}

/** What the figures do not tell: the venue's first answer about the part that is not filled. */
function useResultSentence({ result }: StagedOrder): string {
  const text = useText("orders");
  const own = useText("approvals");
  if (result === null) return "";
  const { status, cancel_reason: cause } = result;
  if (status === "WAITING") return text("waitingForEntry");
  if (status === "UNTRIGGERED") return text("waiting");
  if (status !== "CLOSED") return hasFilled(result) ? own("restOpen") : text("open");
  const why = CLOSING_REASONS.find((one) => one === cause) ?? "";
  if (why === "") return "";
  const reason = text(`reason_${why}`);
  return hasFilled(result) ? own("restEnded", { reason }) : text("notFilled", { reason });
}

type NextLink = { href: Href; label: string };

/** Links to where the order or its effect can be seen. */
function NextLinks({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const { state, order, result } = staged;
  if (state === "sending" || state === "withdrawn" || state === "declined") return null;
  const market: NextLink = {
    href: `/trade/${order.market}`,
    label: text("openMarket", { market: order.market }),
  };
  const orders: NextLink = { href: "/account/orders", label: text("seeOrder") };
  const position: NextLink = { href: "/account", label: text("seePosition") };
  const links =
    state === "placed"
      ? [
          ...(result !== null && staged.target == null && hasFilled(result) ? [position] : []),
          orders,
          market,
        ]
      : state === "unknown"
        ? [orders]
        : [market];
  return (
    <p className="flex flex-wrap gap-2">
      {links.map(({ href, label }) => (
        <Link key={href} href={href} className={buttonStyle({ size: "md" })}>
          {label}
        </Link>
      ))}
    </p>
  );
}
