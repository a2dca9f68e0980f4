"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "./button.tsx";
import { copyText } from "./copy-text.ts";

const SHOWN_MS = 2_000;

/** Copies a text that is too long to retype. `what` is its accessible name. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const text = useText("settingsFrame");
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(value)) setCopied((count) => count + 1);
  };
  return (
    <button
      type="button"
      aria-label={text("copyOf", { what })}
      title={text(copied > 0 ? "copied" : "copy")}
      className={buttonStyle({
        tone: "quiet",
        size: "icon",
        className: "shrink-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
      })}
      onClick={() => void copy()}
    >
      {copied > 0 ? (
        <Check size={14} aria-hidden className="text-good" />
      ) : (
        <Copy size={14} aria-hidden />
      )}
    </button>
  );
}
