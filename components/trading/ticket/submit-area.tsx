"use client";

import { lazy, Suspense } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { ReadinessStep } from "./readiness-step.tsx";
import type { OrderCheck } from "./use-order-check.ts";

/** Nobody who is not signed in sends an order. */
const SubmitOrder = lazy(() => import("./submit-order.tsx"));

export type SubmitAreaProps = { check: OrderCheck; onTouch: (touched: boolean) => void };

/** The one button that the account's state allows, and why it can not be pressed. */
export function SubmitArea({ check, onTouch }: SubmitAreaProps) {
  const { readiness } = check;
  if (readiness !== "ready") return <ReadinessStep readiness={readiness} demo={check.demo} />;
  return (
    <Suspense fallback={<ReadinessStep readiness="loading" demo={false} />}>
      <SubmitOrder check={check} onTouch={onTouch} />
    </Suspense>
  );
}

/** How many things are wrong and which, for a screen reader; each is beside its field as well. */
export function ProblemSummary({ errors }: { errors: OrderCheck["errors"] }) {
  const text = useText("ticket");
  const { locale } = useFormat();
  const problems = Object.values(errors);
  const list = new Intl.ListFormat(locale, { type: "unit" }).format(problems);
  return (
    <p aria-live="polite" className="sr-only">
      {problems.length > 0 ? text("problems", { count: problems.length, list }) : ""}
    </p>
  );
}
