"use client";

import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";

/** How long the button shows that it has copied. */
const CONFIRMED_MS = 2_000;

type CopyBoxProps = {
  /** Names the value, for the button. */
  label: string;
  value: string;
  /** Shown instead of the value; the button copies the value. */
  shown?: string;
  onCopied?: () => void;
};

/** A text with a copy button. Left to right, as programs read it. */
export function CopyBox({ label, value, shown = value, onCopied }: CopyBoxProps) {
  const text = useText("keys");
  const [copies, setCopies] = useState(0);
  const isCopied = copies > 0;
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopies((count) => count + 1);
      onCopied?.();
    } catch {
      notify({ tone: "bad", text: text("copyFailed"), keep: false });
    }
  };
  return (
    <div className="flex items-stretch gap-0 overflow-hidden rounded border border-line-strong bg-raised">
      <pre
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are lines of text
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the same
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        dir="ltr"
        aria-label={label}
        className="max-h-48 min-w-0 flex-1 overflow-auto p-2.5 text-start font-mono text-xs whitespace-pre-wrap break-all"
      >
        {shown}
      </pre>
      <Button
        tone="quiet"
        className="h-auto shrink-0 rounded-none border-s px-3 pointer-coarse:min-h-11"
        aria-label={text("copyOf", { what: label })}
        onClick={() => void copy()}
      >
        {/* Both labels take up space, so that the layout does not shift. */}
        <span className="grid">
          <Label isShown={!isCopied}>
            <Copy size={14} aria-hidden /> {text("copy")}
          </Label>
          <Label isShown={isCopied}>
            <Check size={14} aria-hidden className="text-good" /> {text("copiedShort")}
          </Label>
        </span>
      </Button>
      <output className="sr-only">{isCopied ? text("copied", { what: label }) : ""}</output>
    </div>
  );
}

function Label({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <span
      className={`col-start-1 row-start-1 inline-flex items-center justify-center gap-1.5 ${isShown ? "" : "invisible"}`}
    >
      {children}
    </span>
  );
}
