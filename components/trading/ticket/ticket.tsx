"use client";

import { SlidersHorizontal } from "lucide-react";
import { lazy, useId, useState } from "react";
import { type Command, useCommands } from "#components/frame/commands/registry.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { AttachedSection } from "./attached-section.tsx";
import { isHeldEnter } from "./held-key.ts";
import { PriceFields, SideToggle, TypeToggle, useChooseType } from "./order-fields.tsx";
import { AvailableRow } from "./position-row.tsx";
import { PreviewList } from "./preview-list.tsx";
import { SizeField } from "./size-field.tsx";
import { ProblemSummary, SubmitArea } from "./submit-area.tsx";
import { TermsRow } from "./terms-row.tsx";
import { useTicket } from "./ticket-context.tsx";
import { type OrderCheck, useOrderCheck } from "./use-order-check.ts";

const TicketSettings = lazy(() => import("./ticket-settings.tsx"));

/** The order form: terms, what they cost, and the one button that the account's state allows. */
export function Ticket() {
  const { draft } = useTicket();
  const text = useText("ticket");
  const check = useOrderCheck();
  const [touched, setTouched] = useState(false);
  useTicketCommands(check);
  const typed = draft.size !== "" || draft.amount.text !== "";
  const errors = touched || typed ? check.errors : {};
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields pass through it
    <form
      aria-label={text("ticket")}
      className="flex flex-col gap-2.5 p-3"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (isHeldEnter(event)) event.preventDefault();
      }}
    >
      <SideToggle />
      <TypeRow check={check} />
      <AvailableRow check={check} />
      <PriceFields check={check} errors={errors} />
      <SizeField check={check} error={errors.size} />
      <TermsRow />
      {errors.terms ? <p className="text-2xs text-bad">{errors.terms}</p> : null}
      <AttachedSection check={check} />
      <PreviewList check={check} />
      {/* The button stays in reach however long the form is. */}
      <div className="sticky bottom-0 -mx-3 -mb-3 bg-surface px-3 pt-1 pb-3">
        <SubmitArea check={check} onTouch={setTouched} />
      </div>
      <ProblemSummary errors={touched ? check.errors : {}} />
    </form>
  );
}

function TypeRow({ check }: { check: OrderCheck }) {
  const text = useText("ticket");
  const [settings, setSettings] = useState(false);
  const id = useId();
  return (
    <>
      <div className="flex items-start justify-between gap-1">
        <TypeToggle check={check} />
        <button
          type="button"
          aria-label={text("settings")}
          title={text("settings")}
          aria-expanded={settings}
          aria-controls={settings ? id : undefined}
          onClick={() => setSettings(!settings)}
          className="grid h-6 w-6 shrink-0 place-items-center rounded text-ink-faint hover:bg-hover hover:text-ink max-lg:h-8 max-lg:w-8"
        >
          <SlidersHorizontal size={13} aria-hidden />
        </button>
      </div>
      {settings ? (
        <LazyBoundary onFailure={() => setSettings(false)}>
          <TicketSettings id={id} />
        </LazyBoundary>
      ) : null}
    </>
  );
}

function useTicketCommands(check: OrderCheck): void {
  const { draft, change, focus } = useTicket();
  const text = useText("ticket");
  const choose = useChooseType(check);
  const side = (next: "BUY" | "SELL") => () => {
    change({ side: next });
    focus("size");
  };
  const offer = (id: string, keys: string, title: string, run: () => void): Command => ({
    id: `order.${id}`,
    section: "order",
    title,
    keys,
    run,
  });
  const price = () => {
    // A market order has no price: who wants to type one wants a limit.
    if (draft.type === "MARKET") change({ type: "LIMIT" });
    focus("price");
  };
  useCommands([
    offer("buy", "b", text("commandBuy"), side("BUY")),
    offer("sell", "s", text("commandSell"), side("SELL")),
    offer("limit", "l", text("commandLimit"), () => choose("LIMIT")),
    offer("market", "m", text("commandMarket"), () => choose("MARKET")),
    offer("take-profit", "t", text("commandTakeProfit"), () => choose("TAKE_PROFIT_MARKET")),
    offer("stop-loss", "x", text("commandStopLoss"), () => choose("STOP_LOSS_MARKET")),
    offer("price", "p", text("commandPrice"), price),
    offer("size", "q", text("commandSize"), () => focus("size")),
  ]);
}
