"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { DISCOUNT_PERCENT } from "#lib/protocol/partner/partner-levels.ts";

type ReferralNoteProps = { code: string | undefined /** The code was typed. */; isTyped?: boolean };

/** Explains a partner link to a visitor who followed it, until dismissed. */
export function ReferralNote({ code, isTyped = false }: ReferralNoteProps) {
  const text = useText("signIn");
  const [isShown, setShown] = useState(true);
  if (code === undefined || !isShown) return null;
  return (
    <div className="flex items-start gap-2 rounded-md border bg-surface p-3">
      <p className="grow [overflow-wrap:anywhere]">
        {text(isTyped ? "referredByCode" : "referred", {
          code: isolated(code),
          discount: DISCOUNT_PERCENT,
        })}
      </p>
      <Button
        tone="quiet"
        size="icon"
        className="-m-1 shrink-0 pointer-coarse:size-11"
        aria-label={text("dismiss")}
        onClick={() => setShown(false)}
      >
        <X size={14} aria-hidden />
      </Button>
    </div>
  );
}
