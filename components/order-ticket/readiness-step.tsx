"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEnableTrading, useFaucet } from "#components/account/actions.ts";
import { refreshAccount } from "#components/account/queries.ts";
import type { Readiness } from "#components/account/readiness.ts";
import { Button } from "#components/ui/button.tsx";
import { useWallet } from "#components/wallet/wallet-provider.tsx";

type Step = { text: string; label: string; act: () => void; busy: boolean };

/** The next step towards trading, as one sentence and one button. */
export function ReadinessStep({ readiness }: { readiness: Exclude<Readiness, "ready"> }) {
  const wallet = useWallet();
  const client = useQueryClient();
  const { enable, busy: enabling } = useEnableTrading();
  const { fund, busy: funding } = useFaucet();
  const openDialog = () => wallet.setDialogOpen(true);
  const signingIn = wallet.busy === "signing-in";

  const steps: Record<Exclude<Readiness, "ready">, Step> = {
    loading: { text: "Reading your account…", label: "Loading", act: () => undefined, busy: true },
    "no-wallet": {
      text: "Your wallet signs every order. This site never holds your key.",
      label: "Connect wallet",
      act: openDialog,
      busy: false,
    },
    "signed-out": {
      text: signingIn
        ? "The wallet asks for your signature."
        : "Sign in with your wallet to see your account.",
      label: signingIn ? "Stop signing in" : "Sign in",
      act: signingIn ? wallet.stopWaiting : () => void wallet.signInWithWallet(),
      busy: false,
    },
    "wallet-away": {
      text: "You are signed in. Connect the wallet to sign orders.",
      label: "Connect wallet",
      act: openDialog,
      busy: false,
    },
    "not-enabled": {
      text: "One signature lets this site pass your signed orders to the venue.",
      label: "Enable trading",
      act: () => void enable(),
      busy: enabling,
    },
    "no-funds": {
      text: "The account has no funds yet.",
      label: "Get 10,000 simulated USDC",
      act: () => void fund(),
      busy: funding,
    },
    unreadable: {
      text: "Your account could not be read. Orders that were sent are not affected.",
      label: "Try again",
      act: () => void refreshAccount(client),
      busy: false,
    },
  };
  const { text, label, act, busy } = steps[readiness];
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="lg"
        tone="primary"
        // Not `disabled`: the button must keep the focus while it waits.
        aria-disabled={busy}
        onClick={() => {
          if (!busy) act();
        }}
      >
        {label}
      </Button>
      <p className="text-2xs text-ink-muted">{text}</p>
    </div>
  );
}
