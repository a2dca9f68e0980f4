"use client";

import { Plus } from "lucide-react";
import { type RefObject, useId } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import type { AddressCheck } from "#lib/protocol/wire/machine-keys.ts";
import { MAX_ENTRIES } from "./bot-key.ts";
import { entriesOf, lineOf, withEntry } from "./entries.ts";
import type { useAddressCheck } from "./use-address-check.ts";

type Checked = ReturnType<typeof useAddressCheck>;

type AllowlistEditorProps = {
  ref: RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  check: Checked;
  /** The list is empty, and the form was submitted. */
  isMissing: boolean;
  open: Open;
};

/** The entries that cover everyone, and whether the user has accepted them. */
type Open = {
  entries: readonly string[];
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
};

/** One address or network per line. Invalid lines are named with the reason while the user types. */
export function AllowlistEditor(props: AllowlistEditorProps) {
  const { ref, value, onChange, check, isMissing, open } = props;
  const text = useText("botKeys");
  const id = useId();
  const isBad = isMissing || (check.state === "done" && check.result.refused.length > 0);
  const result = check.state === "failed" ? undefined : check.result;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium">
        {text("allowlist")}
      </label>
      <textarea
        ref={ref}
        id={id}
        dir="ltr"
        rows={4}
        aria-required
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-hint ${id}-findings`}
        className="w-full rounded border border-line-strong bg-raised px-2.5 py-1.5 font-mono text-base outline-none focus:border-accent focus:ring-1 focus:ring-accent aria-invalid:border-bad sm:text-sm"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className="text-2xs text-ink-muted">
        {text("allowlistHint", { most: MAX_ENTRIES })}
      </p>
      <div id={`${id}-findings`} aria-live="polite" className="flex flex-col gap-1 text-xs">
        {isMissing ? <p className="text-bad">{text("allowlistMissing")}</p> : null}
        <Findings value={value} check={check} />
      </div>
      {open.entries.length === 0 ? null : <Everyone open={open} />}
      {result === undefined ? null : (
        <AddOwnAddress
          result={result}
          onAdd={() => {
            onChange(withEntry(value, result.yourAddress));
            ref.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function Findings({ value, check }: { value: string; check: Checked }) {
  const text = useText("botKeys");
  const count = entriesOf(value).length;
  if (count === 0) return null;
  if (count > MAX_ENTRIES) {
    return <p className="text-bad">{text("linesMany", { count, most: MAX_ENTRIES })}</p>;
  }
  if (check.state === "failed") return <p className="text-warn">{text("checkFailed")}</p>;
  if (check.state === "pending") return <p className="text-ink-muted">{text("checking")}</p>;
  const { entries, refused } = check.result;
  return refused.length === 0 ? (
    <p className="text-good">{text("linesGood", { count: entries.length })}</p>
  ) : (
    <ul className="flex flex-col gap-1">
      {refused.map((one) => (
        <li key={one.entry} className="break-words text-bad">
          {text("lineRefused", {
            line: lineOf(value, one.entry),
            entry: isolated(one.entry),
            reason:
              one.problem === "host_bits"
                ? text("problem_host_bits", { network: isolated(one.network ?? "") })
                : text(`problem_${one.problem}`),
          })}
        </li>
      ))}
    </ul>
  );
}

/** Warns of entries that cover everyone, and has the user accept them. */
function Everyone({ open }: { open: Open }) {
  const text = useText("botKeys");
  return (
    <div className="flex flex-col gap-2 rounded border border-warn-line bg-warn-soft p-2 text-xs text-warn [&>label]:text-warn [&>label]:pointer-coarse:min-h-11">
      <p role="alert" className="font-medium">
        {open.entries.map((entry) => text("everyone", { entry: isolated(entry) })).join(" ")}
      </p>
      <Check label={text("everyoneAccept")} checked={open.isAccepted} onChange={open.onAccept} />
    </div>
  );
}

function AddOwnAddress({ result, onAdd }: { result: AddressCheck; onAdd: () => void }) {
  const text = useText("botKeys");
  const { yourAddress, entries } = result;
  if (entries.includes(yourAddress)) {
    return (
      <p className="text-2xs text-ink-muted">
        {text("mineIsIn", { address: isolated(yourAddress) })}
      </p>
    );
  }
  return (
    <Button
      className="h-auto self-start py-1 whitespace-normal pointer-coarse:min-h-11"
      onClick={onAdd}
    >
      <Plus size={12} aria-hidden className="shrink-0" />
      {text("addMineNamed", { address: isolated(yourAddress) })}
    </Button>
  );
}

/** Isolates a left-to-right text in a sentence. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}
