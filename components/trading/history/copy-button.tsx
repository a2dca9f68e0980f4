"use client";

import { ClipboardList, Copy, Hash } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";

/** Two that stand side by side look different: the row's own id, the order that it belongs to, the signed digest. */
const ICONS = { own: Copy, order: ClipboardList, digest: Hash } as const;

type CopyButtonProps = { value: string; what: string; kind?: keyof typeof ICONS };

export function CopyButton({ value, what, kind = "own" }: CopyButtonProps) {
  const text = useText("account");
  const Icon = ICONS[kind];
  const name = text("copyOf", { what });
  return (
    <Button
      size="xs"
      tone="quiet"
      className="px-1.5"
      title={kind === "digest" ? `${name}: ${value}` : name}
      aria-label={name}
      onClick={() => void copyText(value)}
    >
      <Icon size={12} aria-hidden />
    </Button>
  );
}
