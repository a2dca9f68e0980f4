"use client";

import * as Radix from "radix-ui/tooltip";
import type { ReactNode } from "react";

export const TooltipProvider = Radix.Provider;

/** A short explanation on hover and on keyboard focus. The child must be able to take the focus. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 rounded border border-line-strong bg-raised px-2.5 py-1.5 text-xs text-ink shadow-lg"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
