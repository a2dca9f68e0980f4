"use client";

import { type CSSProperties, type FormEvent, type ReactNode, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { readTyped, type TypedFigure } from "#components/i18n/typed-number.ts";
import { useSetLeverage } from "#components/trading/writes/use-orders.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { divideUp } from "#lib/protocol/decimal.ts";
import { ticksText } from "#lib/protocol/market/markets.ts";
import { tradedLeverage } from "#lib/protocol/orders/holdings.ts";
import {
  type LeverageFigures,
  leverageEffect,
  type MarginChoice,
} from "#lib/protocol/orders/leverage-effect.ts";
import { leverageOf } from "#lib/protocol/orders/margin.ts";
import type { OrderCheck } from "./use-order-check.ts";

/** A cent in 1e-9 USDC. */
const CENT = 10_000_000n;

type LeverageDialogProps = { check: OrderCheck; onClose: () => void };

/** Margin mode and leverage of the account in the page's market: what they are, and what another choice would change. */
export default function LeverageDialog({ check, onClose }: LeverageDialogProps) {
  const text = useText("ticket");
  const { market } = check;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={text("leverageTitle", { market: market.symbol })}
      description={text("leverageExplained")}
    >
      <LeverageForm check={check} onClose={onClose} />
    </Dialog>
  );
}

function LeverageForm({ check, onClose }: LeverageDialogProps) {
  const text = useText("ticket");
  const { locale } = useFormat();
  const setLeverage = useSetLeverage();
  const { market, holdings } = check;
  const present = tradedLeverage(holdings, market);
  const highest = leverageOf(BigInt(market.im_ratio));
  const [typed, setTyped] = useState(present.toString());
  const isolatedNow = holdings.position.wallet !== null;
  const [isIsolated, setIsolated] = useState(isolatedNow);
  const inUse = holdings.position.size !== 0n || check.openHere > 0;
  const leverage = wholeFrom(readTyped(typed, locale), highest);
  const shown = leverage ?? present;
  const effect = effectOn(check, { leverage: shown, isIsolated });
  const same = leverage === present && isIsolated === isolatedNow;
  const lacks = effect !== undefined && effect.missing > 0n;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (leverage === undefined || same || lacks) return;
    onClose();
    const mode = isIsolated ? "ISOLATED" : "CROSS";
    void setLeverage({ market: market.symbol, leverage, mode });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 text-xs">
      <ToggleGroup
        label={text("marginMode")}
        value={isIsolated ? "ISOLATED" : "CROSS"}
        options={[
          { value: "CROSS", label: text("modeCross"), disabled: inUse && isolatedNow },
          { value: "ISOLATED", label: text("modeIsolated"), disabled: inUse && !isolatedNow },
        ]}
        onChange={(mode) => setIsolated(mode === "ISOLATED")}
      />
      <p className="text-2xs text-ink-muted">
        {text(isIsolated ? "isolatedExplained" : "crossExplained")}
        {inUse ? ` ${text("modeInUse")}` : null}
      </p>
      <Field
        label={text("leverage")}
        unit="×"
        inputMode="numeric"
        value={typed}
        error={
          leverage === undefined ? text("leverageRange", { most: highest.toString() }) : undefined
        }
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Slider value={shown} highest={highest} onChange={(value) => setTyped(value.toString())} />
      {effect ? <Changes check={check} before={effect.before} after={effect.after} /> : null}
      {lacks ? <Missing missing={effect.missing} /> : null}
      <Button
        type="submit"
        tone="primary"
        size="md"
        disabled={leverage === undefined || same || lacks}
      >
        {text("leverageSet")}
      </Button>
    </form>
  );
}

/** A whole number in the market's range, or `undefined`. */
function wholeFrom(typed: TypedFigure, highest: number): number | undefined {
  if (typed.state !== "figure" || !/^\d{1,5}$/.test(typed.text)) return undefined;
  const leverage = Number(typed.text);
  return leverage >= 1 && leverage <= highest ? leverage : undefined;
}

/** `undefined` without a mark. */
function effectOn({ holdings, market, scale, markTicks }: OrderCheck, choice: MarginChoice) {
  return markTicks === undefined
    ? undefined
    : leverageEffect(choice, holdings, { market, scale, markTicks });
}

type SliderProps = { value: number; highest: number; onChange: (value: number) => void };

function Slider({ value, highest, onChange }: SliderProps) {
  const text = useText("ticket");
  const { integer } = useFormat();
  const share = ((value - 1) * 100) / Math.max(1, highest - 1);
  return (
    <input
      type="range"
      aria-label={text("leverage")}
      aria-valuetext={`${integer(value)}×`}
      min={1}
      max={highest}
      step={1}
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      style={{ "--share": `${share}%` } as CSSProperties}
      className="slider h-4 w-full cursor-pointer max-lg:h-7"
    />
  );
}

type ChangesProps = { check: OrderCheck; before: LeverageFigures; after: LeverageFigures };

/** Figures of the account before and after the change. */
function Changes({ check, before, after }: ChangesProps) {
  const text = useText("ticket");
  const { money, grouped } = useFormat();
  const usdc = (amount: bigint) => `${money(amount)} USDC`;
  const price = ({ liquidationTicks: ticks }: LeverageFigures) =>
    ticks === undefined ? "—" : grouped(ticksText(ticks, check.scale));
  const held = check.holdings.position.size !== 0n;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <Change
        name={text("marginUsed")}
        before={usdc(before.marginUsed)}
        after={usdc(after.marginUsed)}
      />
      <Change name={text("freeMargin")} before={usdc(before.free)} after={usdc(after.free)} />
      <Change
        name={text("marginTimesLeverage")}
        before={usdc(before.buyingPower)}
        after={usdc(after.buyingPower)}
      />
      {held ? (
        <Change name={text("liquidation")} before={price(before)} after={price(after)} />
      ) : null}
    </dl>
  );
}

function Change({ name, before, after }: { name: ReactNode; before: string; after: string }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="flex flex-wrap justify-end gap-x-2">
        {before === after ? null : (
          <>
            <bdi className="text-ink-muted">{before}</bdi>
            <span aria-hidden className="text-ink-muted rtl:-scale-x-100">
              →
            </span>
          </>
        )}
        <bdi>{after}</bdi>
      </dd>
    </>
  );
}

function Missing({ missing }: { missing: bigint }) {
  const text = useText("ticket");
  const { money } = useFormat();
  return (
    <p role="alert" className="text-2xs text-bad">
      {text("leverageMissing", { missing: money(divideUp(missing, CENT) * CENT) })}
    </p>
  );
}
