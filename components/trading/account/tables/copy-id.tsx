"use client";

import { ClipboardList, Copy, Hash } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";

/** A different icon for each kind of id: the row's own, its order's, and the signed digest. */
const ICONS = { own: Copy, order: ClipboardList, digest: Hash } as const;

type CopyIdProps = { value: string; what: string; kind?: keyof typeof ICONS };

export function CopyId({ value, what, kind = "own" }: CopyIdProps) {
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
