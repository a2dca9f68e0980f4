"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet } from "#components/identity/wallet/wallet-provider.tsx";
import { refreshAccount } from "#components/trading/account-state/account-store.ts";
import { useEnableTrading, useFaucet } from "#components/trading/account-state/actions.ts";
import type { Readiness } from "#components/trading/account-state/readiness.ts";
import { Button } from "#components/ui/button.tsx";

type Step = { text: string; label: string; act: () => void; busy: boolean };

type ReadinessStepProps = {
  readiness: Exclude<Readiness, "ready">;
  /** True while the figures above are those of a demo equity. */
  demo: boolean;
};

/** The next step towards trading, as one sentence and one button. */
export function ReadinessStep({ readiness, demo }: ReadinessStepProps) {
  const say = useText("ticket");
  const { text, label, act, busy } = useStep(readiness);
  return (
    <div className="flex flex-col gap-2">
      {demo ? (
        <p className="rounded border border-dashed px-2 py-1 text-2xs text-ink-muted">
          {say("demoNote")}
        </p>
      ) : null}
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

function useStep(readiness: Exclude<Readiness, "ready">): Step {
  const say = useText("ticket");
  const wallet = useWallet();
  const { enable, busy: enabling } = useEnableTrading();
  const { fund, busy: funding } = useFaucet();
  const openDialog = () => wallet.setDialogOpen(true);
  const signingIn = wallet.busy === "signing-in";

  const steps: Record<Exclude<Readiness, "ready">, Step> = {
    loading: {
      text: say("loadingAccount"),
      label: say("loading"),
      act: () => undefined,
      busy: true,
    },
    "no-wallet": {
      text: say("connectText"),
      label: say("connectWallet"),
      act: openDialog,
      busy: false,
    },
    "signed-out": {
      text: signingIn ? say("signingInText") : say("signInText"),
      label: signingIn ? say("stopSigningIn") : say("signIn"),
      act: signingIn ? wallet.stopWaiting : () => void wallet.signInWithWallet(),
      busy: false,
    },
    "wallet-away": {
      text: say("walletAwayText"),
      label: say("connectWallet"),
      act: openDialog,
      busy: false,
    },
    "not-enabled": {
      text: say("enableText"),
      label: say("enableTrading"),
      act: () => void enable(),
      busy: enabling,
    },
    "no-funds": {
      text: say("noFundsText"),
      label: say("getFunds"),
      act: () => void fund(),
      busy: funding,
    },
    unreadable: {
      text: say("unreadableText"),
      label: say("tryAgain"),
      act: () => void refreshAccount(),
      busy: false,
    },
  };
  return steps[readiness];
}
