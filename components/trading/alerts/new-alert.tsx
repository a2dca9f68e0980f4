"use client";

import { type FormEvent, useRef, useState } from "react";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { readTerm } from "#components/trading/positions/close-terms.ts";
import { FigureField, useFigureWording } from "#components/trading/positions/figure-field.tsx";
import { figureError } from "#components/trading/ticket/ticket-text.ts";
import { ticksOf } from "#components/trading/ticket/typed-figure.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Field } from "#components/ui/field.tsx";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { setAlert } from "./alert-actions.ts";

/** As `ALERT_NOTE_LENGTH` of the contract, which stays on the server. */
const NOTE_LENGTH = 80;

/** Sets an alert on this market. */
export function NewAlert() {
  const text = useText("priceAlerts");
  const wording = useFigureWording();
  const locale = useLocale();
  const market = useMarket();
  const [price, setPrice] = useState("");
  const [note, setNote] = useState("");
  const [isAgain, setAgain] = useState(false);
  const [isShown, setShown] = useState(false);
  const busy = useRef(false);
  const term = readTerm("price", price, market, locale);
  const error =
    isShown && term.problem !== undefined ? figureError("price", term.problem, wording) : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (term.text === undefined || busy.current) return;
    busy.current = true;
    const words = note.trim();
    const mode = isAgain ? ("again" as const) : ("once" as const);
    const terms = { market: market.symbol, price: term.text, mode };
    const isSet = await setAlert({ ...terms, note: words === "" ? null : words }, locale).finally(
      () => {
        busy.current = false;
      },
    );
    if (!isSet) return;
    setPrice("");
    setNote("");
    setShown(false);
  };
  return (
    <form className="flex flex-col gap-2" noValidate onSubmit={(event) => void submit(event)}>
      <FigureField
        label={`${market.symbol} · ${text("price")}`}
        unit={market.quote_asset.symbol}
        value={price}
        error={error}
        steps={ticksOf(marketScale(market))}
        onChange={setPrice}
      />
      <Field
        label={text("note")}
        value={note}
        maxLength={NOTE_LENGTH}
        inputMode="text"
        dir="auto"
        spellCheck
        placeholder={text("noteHint", { most: NOTE_LENGTH })}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className="flex items-center justify-between gap-3">
        <Check
          label={text("again")}
          hint={text("againHint")}
          checked={isAgain}
          onChange={setAgain}
        />
        <Button type="submit" size="md" tone="primary">
          {text("set")}
        </Button>
      </div>
    </form>
  );
}
