"use client";

import { lazy, Suspense, useCallback, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { shortAddress } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { useWallet, useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { otherWallet } from "#components/identity/wallet/wallet-state.ts";
import { refreshAccount } from "#components/trading/account-reads/account-store.ts";
import type { Readiness } from "#components/trading/readiness/readiness.ts";
import { runStep } from "#components/trading/readiness/step-run.ts";
import { openSetup, simulatedVenue } from "#components/trading/setup/setup-state.ts";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";
import { useStore } from "#components/ui/use-store.ts";
import type { SubmitOrderProps } from "./submit-order.tsx";
import type { OrderCheck } from "./use-order-check.ts";

/** Visitors never load this. */
const SubmitOrder = lazy(() => import("./submit-order.tsx"));

/** The one button that the account's state allows: to send the order, or the next step towards trading. */
export function SubmitArea({ check, onTouch }: SubmitOrderProps) {
  const { readiness } = check;
  if (readiness !== "ready") return <ReadinessStep readiness={readiness} demo={check.demo} />;
  return (
    <Suspense fallback={<ReadinessStep readiness="loading" demo={false} />}>
      <SubmitOrder check={check} onTouch={onTouch} />
    </Suspense>
  );
}

/** Lists all errors for screen readers; each is also shown beside its field. */
export function ProblemSummary({ errors }: { errors: OrderCheck["errors"] }) {
  const text = useText("ticket");
  const { locale } = useFormat();
  const problems = Object.values(errors);
  const list = new Intl.ListFormat(locale, { type: "unit" }).format(problems);
  return (
    <p aria-live="polite" className="sr-only">
      {problems.length > 0 ? text("problems", { count: problems.length, list }) : ""}
    </p>
  );
}

type Step = { text: string; label: string; act: () => void; busy: boolean };

type ReadinessStepProps = {
  readiness: Exclude<Readiness, "ready">;
  /** True while the preview uses a demo equity. */
  demo: boolean;
};

/** The next step towards trading, as one sentence and one button. */
function ReadinessStep({ readiness, demo }: ReadinessStepProps) {
  const say = useText("ticket");
  const { text, label, act, busy } = useStep(readiness);
  return (
    <div className="flex flex-col gap-2">
      {demo ? (
        <p className="rounded border border-dashed px-2 py-1 text-2xs text-ink-muted">
          {say("demoNote")}
        </p>
      ) : null}
      <p className="text-2xs text-ink-muted">{text}</p>
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
    </div>
  );
}

function useStep(readiness: Exclude<Readiness, "ready">): Step {
  const say = useText("ticket");
  const wallet = useWallet();
  const hasFaucet = useStore(simulatedVenue);
  const { fund, busy: funding } = useFunds(hasFaucet);
  const openDialog = () => wallet.setDialogOpen(true);
  const signingIn = wallet.busy === "signing-in";
  const other = otherWallet(wallet);

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
      label: signingIn ? say("cancel") : say("signIn"),
      act: signingIn ? wallet.stopWaiting : () => void wallet.signInWithWallet(),
      busy: false,
    },
    "wallet-away":
      other === undefined
        ? {
            text: say("walletAwayText"),
            label: say("connectWallet"),
            act: openDialog,
            busy: false,
          }
        : {
            text: say("otherWalletText", {
              address: shortAddress(other),
              account: shortAddress(wallet.sessionAddress ?? ""),
            }),
            label: say("chooseAccount"),
            act: () => void wallet.signInWithWallet(),
            busy: false,
          },
    "not-enabled": {
      text: say("enableText"),
      label: say("enableTrading"),
      act: openSetup,
      busy: false,
    },
    "no-funds": {
      text: say(hasFaucet ? "noFundsText" : "depositText"),
      label: say(hasFaucet ? "getFunds" : "deposit"),
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

const loadSteps = () => import("#components/trading/readiness/steps.ts");

/** Requests funds from the simulated market's faucet; a real venue has none, and gets a deposit. */
function useFunds(hasFaucet: boolean): { fund: () => Promise<void>; busy: boolean } {
  const store = useWalletStore();
  const { run, busy } = useStepRunner();
  const fund = useCallback(
    () => run(({ getFunds }) => getFunds(store, hasFaucet)),
    [run, store, hasFaucet],
  );
  return { fund, busy };
}

type Steps = Awaited<ReturnType<typeof loadSteps>>;

/** Runs a step whose code is loaded by its button. */
function useStepRunner() {
  const [busy, setBusy] = useState(false);
  const run = useCallback(async (act: (steps: Steps) => Promise<void>) => {
    setBusy(true);
    const end = await runStep(loadSteps, act);
    setBusy(false);
    if (end === "not-loaded") notify({ tone: "bad", text: clientText("ui")("loadFailed") });
    if (end === "broken") notify({ tone: "bad", text: clientText("account")("stepBroke") });
  }, []);
  return { run, busy };
}
