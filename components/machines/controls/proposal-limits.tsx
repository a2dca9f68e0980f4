"use client";

import { lazy, useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { DEFAULT_LIMITS_ID, type LimitedKind } from "#lib/protocol/proposal-limits.ts";
import type {
  ProposalLimits as Limits,
  ProposalLimitList,
} from "#lib/protocol/wire/assistant-controls.ts";
import { LIMITS } from "./controls.ts";
import { Fold } from "./fold.tsx";

const LimitsForm = lazy(() => import("./limits-form.tsx"));

type ProposalLimitsProps = {
  kind: LimitedKind;
  /** Id of the key, client id of the app, or `DEFAULT_LIMITS_ID`. */
  id: string;
};

/** What a program may propose, and a form that changes it. */
export function ProposalLimits({ kind, id }: ProposalLimitsProps) {
  const text = useText("assistantControls");
  const { data, change } = useResource<ProposalLimitList>(LIMITS);
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const isThis = (one: Limits) => one.kind === kind && one.id === id;
  const own = data.results.find(isThis);
  const show = (next: Limits) =>
    change(({ results }) => ({ results: [...results.filter((one) => !isThis(one)), next] }));
  return (
    <div className="flex min-w-0 flex-col gap-1 text-xs">
      <LimitsText kind={kind} own={own} all={data.results} />
      <Fold summary={text("setLimits")} onToggle={setOpen}>
        {isOpen ? (
          <LazyBoundary onFailure={() => setOpen(false)}>
            <LimitsForm kind={kind} id={id} limits={own} onSaved={show} />
          </LazyBoundary>
        ) : null}
      </Fold>
    </div>
  );
}

/** Limits for every program without limits of its own, also for those that are connected later. */
export function DefaultLimits() {
  const text = useText("assistantControls");
  return (
    <section
      aria-label={text("defaultTitle")}
      className="flex min-w-0 flex-col gap-2 rounded-md border bg-surface p-4"
    >
      <h2 className="text-sm font-semibold">{text("defaultTitle")}</h2>
      <p className="max-w-2xl text-xs text-ink-muted">{text("defaultText")}</p>
      <ProposalLimits kind="default" id={DEFAULT_LIMITS_ID} />
    </section>
  );
}

type LimitsTextProps = {
  kind: LimitedKind;
  own: Limits | undefined;
  all: readonly Limits[];
};

/** What may be proposed, in a line. */
function LimitsText({ kind, own, all }: LimitsTextProps) {
  const text = useText("assistantControls");
  const { figure } = useFormat();
  const amount = (usdc: string) => figure(usdc, 2);
  const isDefault = kind === "default";
  const limits = [own, all.find((one) => one.kind === "default")].find(hasAny);
  if (limits === undefined) {
    return <p className="text-ink-muted">{text(isDefault ? "noDefault" : "noLimits")}</p>;
  }
  const { markets, max_notional: one, max_day_notional: day, used_today } = limits;
  const parts = [
    markets === null ? text("inAllMarkets") : text("inMarkets", { markets: markets.join(", ") }),
    ...(one === null ? [] : [text("mostEach", { amount: amount(one) })]),
    ...(day === null ? [] : [text("mostDay", { amount: amount(day), used: amount(used_today) })]),
  ];
  return (
    <p>
      <span className="text-ink-muted">
        {text(limits.kind === kind ? "mayPropose" : "byDefault")}
      </span>{" "}
      {parts.join(" · ")}
    </p>
  );
}

function hasAny(limits: Limits | undefined): limits is Limits {
  if (limits === undefined) return false;
  const { markets, max_notional: one, max_day_notional: day } = limits;
  return markets !== null || one !== null || day !== null;
}
