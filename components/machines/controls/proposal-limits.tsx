"use client";

import { lazy, useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import type { ProposerKind } from "#lib/protocol/proposal-limits.ts";
import type {
  ProposalLimits as Limits,
  ProposalLimitList,
} from "#lib/protocol/wire/assistant-controls.ts";
import { LIMITS } from "./controls.ts";
import { Fold } from "./fold.tsx";

const LimitsForm = lazy(() => import("./limits-form.tsx"));

type ProposalLimitsProps = {
  kind: ProposerKind;
  /** Id of the key, or client id of the app. */
  id: string;
};

/** What a program may propose, and a form that changes it. */
export function ProposalLimits({ kind, id }: ProposalLimitsProps) {
  const text = useText("assistantControls");
  const { data, change } = useResource<ProposalLimitList>(LIMITS);
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const isThis = (one: Limits) => one.kind === kind && one.id === id;
  const limits = data.results.find(isThis);
  const show = (next: Limits) =>
    change(({ results }) => ({ results: [...results.filter((one) => !isThis(one)), next] }));
  return (
    <div className="flex min-w-0 flex-col gap-1 text-xs">
      <LimitsText limits={limits} />
      <Fold summary={text("setLimits")} onToggle={setOpen}>
        {isOpen ? (
          <LazyBoundary onFailure={() => setOpen(false)}>
            <LimitsForm kind={kind} id={id} limits={limits} onSaved={show} />
          </LazyBoundary>
        ) : null}
      </Fold>
    </div>
  );
}

/** What may be proposed, in a line. */
function LimitsText({ limits }: { limits: Limits | undefined }) {
  const text = useText("assistantControls");
  const { figure } = useFormat();
  const amount = (usdc: string) => figure(usdc, 2);
  const { markets = null, max_notional: one = null, max_day_notional: day = null } = limits ?? {};
  if (markets === null && one === null && day === null) {
    return <p className="text-ink-muted">{text("noLimits")}</p>;
  }
  const parts = [
    markets === null ? text("inAllMarkets") : text("inMarkets", { markets: markets.join(", ") }),
    ...(one === null ? [] : [text("mostEach", { amount: amount(one) })]),
    ...(day === null
      ? []
      : [text("mostDay", { amount: amount(day), used: amount(limits?.used_today ?? "0") })]),
  ];
  return (
    <p>
      <span className="text-ink-muted">{text("mayPropose")}</span> {parts.join(" · ")}
    </p>
  );
}
