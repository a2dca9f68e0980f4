"use client";

import { Copy } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";

/** Copies a text that is too long to be read off. `what` is its spoken name. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const text = useText("settingsFrame");
  return (
    <button
      type="button"
      aria-label={text("copyOf", { what })}
      title={text("copy")}
      className={buttonStyle({
        tone: "quiet",
        size: "icon",
        className: "shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
      })}
      onClick={() => void copyText(value)}
    >
      <Copy size={14} aria-hidden />
    </button>
  );
}
