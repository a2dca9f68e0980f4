"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { readTyped, typedText } from "#components/i18n/typed-number.ts";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { notify } from "#components/ui/notify.ts";
import type { LimitedKind } from "#lib/protocol/proposal-limits.ts";
import type { ProposalLimits } from "#lib/protocol/wire/assistant-controls.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import { LIMITS } from "./controls.ts";

type LimitsFormProps = {
  kind: LimitedKind;
  id: string;
  limits: ProposalLimits | undefined;
  onSaved: (limits: ProposalLimits) => void;
};

/** Sets the markets, the largest size and the sum of 24 hours of what one program may propose. */
export default function LimitsForm({ kind, id, limits, onSaved }: LimitsFormProps) {
  const text = useText("assistantControls");
  const locale = useLocale();
  const typedOf = (amount: string | null | undefined) =>
    amount == null ? "" : typedText(amount, locale);
  const [markets, setMarkets] = useState(limits?.markets ?? null);
  const [each, setEach] = useState(typedOf(limits?.max_notional));
  const [day, setDay] = useState(typedOf(limits?.max_day_notional));
  const { run, pending, error } = useAction((body: object) =>
    write<ProposalLimits>("PUT", LIMITS, { kind, id, ...body }),
  );
  const amounts = [each, day].map((typed) => readTyped(typed, locale));
  const hasMarkets = markets === null || markets.length > 0;
  const canSave = hasMarkets && amounts.every(({ state }) => state !== "unreadable");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!canSave || pending) return;
    const [max_notional, max_day_notional] = amounts.map((amount) =>
      amount.state === "figure" ? amount.text : null,
    );
    const answer = await run({ markets, max_notional, max_day_notional });
    if (answer?.ok !== true) return;
    onSaved(answer.body);
    notify({ tone: "good", text: text("limitsSaved") });
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <p className="text-ink-muted">{text("limitsHelp")}</p>
      <Markets chosen={markets} onChange={setMarkets} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Amount label={text("each")} hint={text("eachHint")} value={each} onChange={setEach} />
        <Amount label={text("day")} hint={text("dayHint")} value={day} onChange={setDay} />
      </div>
      <ActionFailure error={error} />
      <Button
        size="md"
        tone="primary"
        type="submit"
        className="w-fit pointer-coarse:min-h-11"
        aria-disabled={pending || !canSave}
      >
        {text(pending ? "saving" : "save")}
      </Button>
    </form>
  );
}

type MarketsProps = {
  /** Null: all. */
  chosen: readonly string[] | null;
  onChange: (chosen: string[] | null) => void;
};

function Markets({ chosen, onChange }: MarketsProps) {
  const text = useText("assistantControls");
  const { data = [] } = useResource<readonly Market[]>("/api/perps-dex/markets");
  const listed = data.map(({ symbol }) => symbol);
  // A market that is no longer listed can be taken out.
  const symbols = [...new Set([...listed, ...(chosen ?? [])])];
  return (
    <fieldset className="flex flex-col gap-2 [&>label]:pointer-coarse:min-h-11">
      <legend className="mb-1 text-xs font-medium">{text("markets")}</legend>
      <Check
        label={text("allMarkets")}
        checked={chosen === null}
        onChange={(isAll) => onChange(isAll ? null : [])}
      />
      {chosen === null ? null : (
        <div className="flex flex-wrap gap-x-5 gap-y-2 ps-5 [&>label]:pointer-coarse:min-h-11">
          {symbols.map((symbol) => (
            <Check
              key={symbol}
              label={<bdi translate="no">{symbol}</bdi>}
              checked={chosen.includes(symbol)}
              onChange={(isChosen) =>
                onChange([...chosen.filter((one) => one !== symbol), ...(isChosen ? [symbol] : [])])
              }
            />
          ))}
        </div>
      )}
      {chosen?.length === 0 ? <p className="text-2xs text-bad">{text("noMarket")}</p> : null}
    </fieldset>
  );
}

type AmountProps = {
  label: string;
  hint: string;
  value: string;
  onChange: (typed: string) => void;
};

function Amount({ label, hint, value, onChange }: AmountProps) {
  const text = useText("assistantControls");
  const locale = useLocale();
  const { state } = readTyped(value, locale);
  return (
    <Labelled
      label={label}
      hint={hint}
      error={state === "unreadable" ? text("notAmount") : undefined}
    >
      {(ids) => (
        <input
          {...ids}
          className={FIELD_BOX}
          value={value}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}
