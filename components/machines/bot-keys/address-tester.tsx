"use client";

import { useId, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX } from "#components/machines/parts/labelled.tsx";
import { useAddressCheck } from "./use-address-check.ts";

/** Tests an address against the list before the key is created. */
export function AddressTester({ lines }: { lines: readonly string[] }) {
  const text = useText("botKeys");
  const id = useId();
  const [address, setAddress] = useState("");
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium">
        {text("tester")}
      </label>
      <input
        id={id}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={100}
        aria-describedby={`${id}-answer`}
        className={`${FIELD_BOX} font-mono`}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter must not submit the form.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <div id={`${id}-answer`} aria-live="polite" className="min-h-4 text-xs">
        {address.trim() === "" ? (
          <p className="text-2xs text-ink-muted">{text("testerHint")}</p>
        ) : (
          <Answer lines={lines} address={address.trim()} />
        )}
      </div>
    </div>
  );
}

function Answer({ lines, address }: { lines: readonly string[]; address: string }) {
  const text = useText("botKeys");
  const check = useAddressCheck(lines, address);
  if (check.state === "pending") return <p className="text-ink-muted">{text("checking")}</p>;
  if (check.state === "failed") return <p className="text-warn">{text("testFailed")}</p>;
  const { matched, nearest, address: canonical, addressProblem } = check.result;
  if (addressProblem !== null) return <p className="text-warn">{text("testBad")}</p>;
  const shown = leftToRight(canonical ?? address);
  return matched === null ? (
    <p className="text-bad">
      {text("testRefused", { address: shown })}{" "}
      {nearest === null ? null : text("testNearest", { entry: leftToRight(nearest) })}
    </p>
  ) : (
    <p className="text-good">
      {text("testAllowed", { address: shown, entry: leftToRight(matched) })}
    </p>
  );
}

/** Isolates a left-to-right text in a sentence. */
function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
