"use client";

import { useCallback, useState } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { useRequestSignature } from "#components/trading/signing/sign-provider.tsx";
import { notify } from "#components/ui/notify.ts";
import { runStep } from "./step-run.ts";

const loadSteps = () => import("./steps.ts");

/** One owner-signed request creates the venue key; it stays on the server. */
export function useEnableTrading(): { enable: () => Promise<void>; busy: boolean } {
  const requestSignature = useRequestSignature();
  const store = useWalletStore();
  const { run, busy } = useStep();
  const enable = useCallback(
    () => run(({ enableTrading }) => enableTrading(requestSignature, store)),
    [run, requestSignature, store],
  );
  return { enable, busy };
}

/** Asks the simulated market's faucet for funds. */
export function useFaucet(): { fund: () => Promise<void>; busy: boolean } {
  const store = useWalletStore();
  const { run, busy } = useStep();
  const fund = useCallback(() => run(({ askFaucet }) => askFaucet(store)), [run, store]);
  return { fund, busy };
}

type Steps = Awaited<ReturnType<typeof loadSteps>>;

/** The code of a step is loaded by its button. */
function useStep() {
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
