"use client";

import { useId, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { usePercent } from "#components/swaps/amount.tsx";
import { Check } from "#components/ui/check.tsx";
import { cn } from "#components/ui/class-names.ts";
import { inputStyle } from "#components/ui/input-style.ts";
import { HIGH_IMPACT_BPS, TYPED_IMPACT_BPS } from "#lib/protocol/swaps/plan/price-impact.ts";

type AcknowledgeProps = {
  impactBps: number;
  /** The impact is unknown, and the stated figure is a placeholder. */
  isUnknown: boolean;
  /** In USDC, scaled by 1e9; undefined while unknown. */
  loss: bigint | undefined;
  isAcknowledged: boolean;
  onChange: (isAcknowledged: boolean) => void;
};

/** What the user accepts before the wallet opens: a tick, and from 15 % impact a typed word. */
export function Acknowledge(props: AcknowledgeProps) {
  const { impactBps, isUnknown, loss, isAcknowledged, onChange } = props;
  const text = useText("swaps");
  const percent = usePercent();
  const isHigh = impactBps >= HIGH_IMPACT_BPS;
  const label = isUnknown
    ? text("acknowledgeUnknown")
    : text("acknowledge", { percent: percent(impactBps) });
  return (
    <div
      data-danger={isHigh}
      className={cn(
        "flex flex-col gap-2 rounded border p-2 text-xs",
        isHigh ? "border-bad bg-bad-soft" : "border-warn-line bg-warn-soft",
      )}
    >
      {isHigh ? <Loss loss={loss} /> : null}
      {impactBps >= TYPED_IMPACT_BPS ? (
        <Typed label={label} onChange={onChange} />
      ) : (
        <Check checked={isAcknowledged} onChange={onChange} label={label} />
      )}
    </div>
  );
}

/** The loss in money; nothing where no price is known. */
export function Loss({ loss }: Pick<AcknowledgeProps, "loss">) {
  const text = useText("swaps");
  const { money } = useFormat();
  if (loss === undefined) return null;
  return (
    <strong data-loss={loss} className="block font-semibold text-bad">
      {text("loss", { amount: money(loss) })}
    </strong>
  );
}

function Typed({ label, onChange }: { label: string; onChange: (isTyped: boolean) => void }) {
  const text = useText("swaps");
  const id = useId();
  const [typed, setTyped] = useState("");
  const word = text("acknowledgeWord");
  return (
    <>
      <p>{label}</p>
      <label htmlFor={id}>{text("typeWord", { word })}</label>
      <input
        id={id}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setTyped(value);
          onChange(value.trim().toLowerCase() === word.toLowerCase());
        }}
        className={cn(inputStyle, "w-full max-w-64")}
      />
    </>
  );
}
