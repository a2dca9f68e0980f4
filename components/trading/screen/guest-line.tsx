"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { cn } from "#components/ui/class-names.ts";

/** What the product is and how to try it, for visitors without a session: beside the mark, or above it where it is narrow. */
export function GuestLine({ simulated, className }: { simulated: boolean; className: string }) {
  const text = useText("shell");
  const { sessionAddress, withoutWallet, setDialogOpen } = useWallet();
  if (sessionAddress !== undefined || withoutWallet) return null;
  return (
    <aside className={cn("shrink-0 bg-surface text-2xs text-ink-muted", className)}>
      {text("whatThisIs")}{" "}
      {simulated ? (
        // On a phone the button to connect is in sight, a line above.
        <button
          type="button"
          className="font-medium whitespace-nowrap text-accent hover:underline max-lg:hidden"
          onClick={() => setDialogOpen(true)}
        >
          {text("tryIt")}
        </button>
      ) : null}
    </aside>
  );
}
