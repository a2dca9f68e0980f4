"use client";

import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { lazy, type ReactNode, useId, useState } from "react";
import { type Command, useCommands } from "#components/frame/commands/command-registry.ts";
import { demoEquity } from "#components/frame/preferences/order-preferences.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { readTyped, typedText } from "#components/i18n/typed-number.ts";
import { openScale } from "#components/trading/live/late-dialog.ts";
import { cn } from "#components/ui/class-names.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { tradedLeverage } from "#lib/protocol/orders/holdings.ts";
import { NOTHING_ATTACHED, type OrderDraft } from "./draft.ts";
import { PriceFields, SideToggle, TypeToggle, useChooseType } from "./order-fields.tsx";
import { SizeField } from "./size-field.tsx";
import { ProblemSummary, SubmitArea } from "./submit-area.tsx";
import { TermsRow } from "./terms-row.tsx";
import { useTicket } from "./ticket-context.tsx";
import { attachedArithmetic, type OrderCheck, useOrderCheck } from "./use-order-check.ts";

const TicketSettings = lazy(() => import("./ticket-settings.tsx"));

/** The order form: terms, what they cost, and the one button that the account's state allows. */
export function Ticket() {
  const { draft } = useTicket();
  const text = useText("ticket");
  const check = useOrderCheck();
  const [touched, setTouched] = useState(false);
  useTicketCommands(check);
  const typed = draft.size !== "" || draft.amount.text !== "";
  const errors = touched ? check.errors : typed ? withoutEmpty(check.errors, draft) : {};
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of its fields
    <form
      aria-label={text("ticket")}
      className="flex min-h-0 flex-1 flex-col"
      noValidate
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (isHeldEnter(event)) event.preventDefault();
      }}
    >
      <div className="flex flex-1 flex-col gap-2.5 p-3 *:shrink-0 lg:fades lg:min-h-0 lg:overflow-y-auto">
        <SideToggle />
        <TypeRow check={check} />
        <AvailableRow check={check} />
        <PriceFields check={check} errors={errors} />
        <SizeField check={check} error={errors.size} />
        <TermsRow />
        {errors.terms ? <p className="text-2xs text-bad">{errors.terms}</p> : null}
        <AttachedSection check={check} />
        <Previewed check={check}>
          <PreviewList check={check} />
        </Previewed>
      </div>
      {/* The button stays where it is however long the form is. */}
      <div className="shrink-0 border-t bg-surface px-3 py-2 max-lg:sticky max-lg:bottom-0 max-lg:fades-above">
        <Previewed check={check}>
          <DecidingFigures check={check} />
        </Previewed>
        <SubmitArea check={check} onTouch={setTouched} />
      </div>
      <ProblemSummary errors={touched ? check.errors : {}} />
    </form>
  );
}

/** The `0` and `0.0` of a size that is still being typed. */
const BEGUN = /^[0.,٠٫]*$/;

/** What is not typed yet, or not to its end, is no error before the first press. */
function withoutEmpty(errors: OrderCheck["errors"], draft: OrderDraft): OrderCheck["errors"] {
  const { price, trigger, size, ...others } = errors;
  return {
    ...others,
    ...(size !== undefined && !BEGUN.test(draft.size) && { size }),
    ...(price !== undefined && draft.price.trim() !== "" && { price }),
    ...(trigger !== undefined && draft.triggerPrice.trim() !== "" && { trigger }),
  };
}

/** Whether an Enter is a repeat of a held key. Each Enter would press the form's button again. */
export function isHeldEnter({ key, repeat }: { key: string; repeat: boolean }): boolean {
  return repeat && key === "Enter";
}

function TypeRow({ check }: { check: OrderCheck }) {
  const text = useText("ticket");
  const [settings, setSettings] = useState(false);
  const id = useId();
  return (
    <>
      <div className="flex items-start justify-between">
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
    // A market order has no price field, so focusing the price makes it a limit order.
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
    { id: "order.scale", section: "order", title: text("commandScale"), run: openScale },
    offer("price", "p", text("commandPrice"), price),
    offer("size", "q", text("commandSize"), () => focus("size")),
  ]);
}

const DecidingFigures = lazy(async () => ({
  default: (await import("./preview-figures.tsx")).DecidingFigures,
}));
const PreviewList = lazy(async () => ({
  default: (await import("./preview-figures.tsx")).PreviewList,
}));

/** Figures of the order, loaded with the first size that is typed. */
function Previewed({ check, children }: { check: OrderCheck; children: ReactNode }) {
  const hasSize = check.preview !== undefined || check.triggered !== undefined;
  return hasSize ? <LazyBoundary onFailure={ignore}>{children}</LazyBoundary> : null;
}

const load = async () => {
  const [editor] = await Promise.all([import("./tp-sl-editor.tsx"), attachedArithmetic.load()]);
  return editor;
};
const AttachedEditor = lazy(load);

/** Take profit and stop loss of the order, folded until opened. */
function AttachedSection({ check }: { check: OrderCheck }) {
  const { draft, change } = useTicket();
  const text = useText("ticket");
  const [open, setOpen] = useState(false);
  const set = draft.takeProfit.text !== "" || draft.stopLoss.text !== "";
  // Open whenever something would be sent with the order.
  const shown = open || set;
  return (
    <div className="flex flex-col gap-1.5">
      <button
        type="button"
        aria-expanded={shown}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => {
          if (shown) change({ takeProfit: NOTHING_ATTACHED, stopLoss: NOTHING_ATTACHED });
          setOpen(!shown);
        }}
        className="flex h-6 items-center justify-between rounded text-xs text-ink-muted hover:text-ink max-lg:h-8"
      >
        {text("attached")}
        <ChevronDown
          size={14}
          aria-hidden
          className={cn("transition-transform", shown && "rotate-180")}
        />
      </button>
      {shown ? (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <AttachedEditor check={check} />
        </LazyBoundary>
      ) : null}
    </div>
  );
}

/** Visitors have no account, and load no code for it. */
const AccountRows = lazy(() => import("./account-rows.tsx"));

/** The margin and the buying power available, and the position with buttons that reduce it. Their room is kept. */
function AvailableRow({ check }: { check: OrderCheck }) {
  if (check.demo)
    return (
      <div className="flex flex-col gap-0.5 text-2xs text-ink-muted">
        <DemoEquity />
        <dl className={FIGURES}>
          <BuyingPower check={check} />
        </dl>
      </div>
    );
  if (check.readiness !== "ready" && check.readiness !== "loading") return null;
  return (
    <dl className={cn(FIGURES, "min-h-[55px] content-start text-2xs text-ink-muted")}>
      {check.readiness === "ready" ? (
        <LazyBoundary onFailure={ignore}>
          <AccountRows check={check}>
            {(pill) => <BuyingPower check={check} pill={pill} />}
          </AccountRows>
        </LazyBoundary>
      ) : null}
    </dl>
  );
}

const FIGURES = "grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-0.5";

/** The order can be sent without these figures; the boundary has shown a message. */
function ignore(): void {}

/** The value of the largest order on this side. `pill` names the leverage, and changes it where there is an account. */
function BuyingPower({ check, pill }: { check: OrderCheck; pill?: ReactNode }) {
  const text = useText("ticket");
  const { money } = useFormat();
  const { sizeTerms, scale, market, holdings } = check;
  const leverage = tradedLeverage(holdings, market).toString();
  const value = sizeTerms && sizeTerms.largest() * sizeTerms.ticks * scale.valueOfTickLot;
  return (
    <>
      <dt title={text("buyingPowerHelp", { leverage })}>{text("buyingPower")}</dt>
      <dd className="flex flex-wrap items-center justify-end gap-x-1.5 text-end">
        {pill ?? (
          <span className="rounded bg-raised px-1.5" title={text("helpLeverage")}>
            {text("crossLeverage", { leverage })}
          </span>
        )}
        <bdi data-testid="buying-power" className="text-ink">
          {value === undefined ? "—" : money(value)} USDC
        </bdi>
      </dd>
    </>
  );
}

/** The equity that a visitor's preview uses. Kept in this browser only. */
function DemoEquity() {
  const text = useText("ticket");
  const { locale } = useFormat();
  const equity = useStore(demoEquity);
  return (
    <label className="flex items-center justify-between gap-2 text-2xs text-ink-muted">
      {text("demoEquity")}
      <span className="flex items-center gap-1">
        <input
          // Takes over a value set in another tab.
          key={equity}
          defaultValue={typedText(equity, locale)}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          onBlur={(event) => {
            const read = readTyped(event.currentTarget.value, locale);
            const figure = read.state === "figure" ? read.text : equity;
            const isValid = parseDecimal(figure, MONEY_DECIMALS) !== undefined;
            demoEquity.set(isValid ? figure : equity);
            event.currentTarget.value = typedText(isValid ? figure : equity, locale);
          }}
          className="h-6 w-24 rounded border border-line-strong bg-raised px-1.5 text-end text-xs text-ink"
        />
        USDC
      </span>
    </label>
  );
}
