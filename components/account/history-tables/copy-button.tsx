"use client";

import { Copy, Hash } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";

type CopyButtonProps = { value: string; what: string; digest?: boolean };

export function CopyButton({ value, what, digest = false }: CopyButtonProps) {
  const text = useText("account");
  const Icon = digest ? Hash : Copy;
  return (
    <Button
      size="xs"
      tone="quiet"
      className="px-1.5"
      title={value}
      aria-label={text("copyOf", { what })}
      onClick={() => void copyText(value)}
    >
      <Icon size={12} aria-hidden />
    </Button>
  );
}
