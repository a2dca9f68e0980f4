"use client";

import { Copy } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";

type CopyBoxProps = {
  /** What it is, for the button's name. */
  label: string;
  value: string;
  /** Shown in place of the value; what is copied is the value. */
  shown?: string;
};

/** A text of several lines or one, to be copied. Left to right, as programs read it. */
export function CopyBox({ label, value, shown = value }: CopyBoxProps) {
  const text = useText("keys");
  return (
    <div className="flex items-stretch gap-0 overflow-hidden rounded border border-line-strong bg-raised">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
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
        onClick={() => void copyText(value, text("copied", { what: label }))}
      >
        <Copy size={14} aria-hidden /> {text("copy")}
      </Button>
    </div>
  );
}
