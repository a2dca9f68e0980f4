"use client";

import { Check as CheckMark } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { lifetimePreference } from "#components/identity/browser-keys/preferences.ts";
import { useTradingKeyState } from "#components/identity/browser-keys/use-trading-key.ts";
import { useWallet, useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { AccountQueries } from "#components/trading/account-reads/account-queries.tsx";
import { readOf, refreshAccount } from "#components/trading/account-reads/account-store.ts";
import { useVenueKey } from "#components/trading/account-reads/use-account.ts";
import { useReadiness } from "#components/trading/readiness/readiness.ts";
import { askFaucet, enableTrading } from "#components/trading/readiness/steps.ts";
import {
  type RequestSignature,
  useRequestSignature,
} from "#components/trading/signing/sign-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { useCreateKey } from "./key-actions.ts";
import { closeSetup, simulatedVenue } from "./setup-state.ts";

/** The steps from signing in to trading, run one after the other by one button. */
export default function SetupDialog() {
  return (
    <AccountQueries>
      <Steps />
    </AccountQueries>
  );
}

function Steps() {
  const text = useText("tradingKey");
  const { sessionAddress = "", connected } = useWallet();
  const enabled = Boolean(useVenueKey().data);
  const key = useTradingKeyState();
  const readiness = useReadiness();
  const simulated = useStore(simulatedVenue);
  const [oneClick, setOneClick] = useState(key.state !== "unavailable");
  const { run, running } = useSetup(oneClick);
  const wallet = connected?.wallet.name ?? text("yourWallet");
  return (
    // The signing panel takes the place of this dialog, so that the wallet's window can take the focus.
    <Dialog
      open={!running}
      onOpenChange={(open) => {
        if (!open && !running) closeSetup();
      }}
      title={text("setupTitle")}
      description={text("setupIntro", { wallet })}
      footer={
        <div className="grid grid-cols-2 gap-2">
          <Button size="md" onClick={closeSetup}>
            {text("setupLater")}
          </Button>
          <Button size="md" tone="primary" onClick={run}>
            {text("setupContinue")}
          </Button>
        </div>
      }
    >
      <ol className="flex flex-col gap-3">
        <Step number={1} done title={text("signIn")}>
          <bdi>{shortAddress(sessionAddress)}</bdi>
        </Step>
        <Step number={2} done={enabled} title={text("enableTrading")}>
          {text("setupEnableText")}
        </Step>
        <Step number={3} done={key.state === "live"} title={text("setupOneClick")}>
          {key.state === "unavailable" ? (
            text("unavailable")
          ) : (
            <>
              {text("setupOneClickText")}
              {key.state === "live" ? null : (
                <Check label={text("setupOneClickOn")} checked={oneClick} onChange={setOneClick} />
              )}
            </>
          )}
        </Step>
        {simulated ? (
          <Step number={4} done={readiness === "ready"} title={text("setupFunds")}>
            {text("setupFundsText")}
          </Step>
        ) : null}
      </ol>
    </Dialog>
  );
}

type StepProps = { number: number; done: boolean; title: string; children: ReactNode };

function Step({ number, done, title, children }: StepProps) {
  const text = useText("tradingKey");
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={cn(
          "grid size-6 shrink-0 place-items-center rounded-full border text-2xs font-semibold",
          done ? "border-accent bg-accent-soft text-accent" : "border-line-strong text-ink-muted",
        )}
      >
        {done ? <CheckMark size={14} /> : number}
      </span>
      <div className="flex min-w-0 flex-col gap-1 text-xs text-ink-muted">
        <p className="text-sm font-medium text-ink">
          {title} {done ? <span className="sr-only">{text("setupDone")}</span> : null}
        </p>
        {children}
      </div>
    </li>
  );
}

/** Whether the account is known to hold nothing. An account that cannot be read may be funded, and counts as such. */
async function isEmpty(account: string | undefined): Promise<boolean> {
  if (readOf(account, "account").data === undefined) await refreshAccount();
  const { data } = readOf(account, "account");
  return (
    data !== undefined && data?.isolated === undefined && !/[1-9]/.test(data?.account_value ?? "")
  );
}

/** Runs the steps that are missing, each explained above, and stops at the first that was not approved. */
function useSetup(oneClick: boolean): { run: () => void; running: boolean } {
  const requestSignature = useRequestSignature();
  const store = useWalletStore();
  const key = useTradingKeyState();
  const simulated = useStore(simulatedVenue);
  const lifetime = useStore(lifetimePreference);
  const [running, setRunning] = useState(false);
  // This dialog explained what follows, so the wallet is asked at once.
  const direct = useCallback<RequestSignature>(
    (request) => requestSignature({ ...request, direct: true }),
    [requestSignature],
  );
  const create = useCreateKey(direct);
  const setUp = async (): Promise<boolean> => {
    const account = store.get().sessionAddress;
    const isEnabled = () => Boolean(readOf(account, "key").data);
    if (!isEnabled()) await enableTrading(direct, store);
    if (!isEnabled()) return false;
    if (oneClick && key.state !== "live" && !(await create(lifetime))) return false;
    if (simulated && (await isEmpty(account))) await askFaucet(store);
    return true;
  };
  const run = () => {
    setRunning(true);
    void setUp()
      .then((done) => {
        if (done) closeSetup();
      })
      .finally(() => setRunning(false));
  };
  return { run, running };
}
