"use client";

import { KeyRound, Mail, Wallet } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { readJson } from "#components/data/http.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure, ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SESSION_CHANNEL } from "#components/identity/session/session-channel.ts";
import { MailForm } from "#components/identity/sign-in/mail-form.tsx";
import { providerAddress } from "#components/identity/sign-in/provider.ts";
import { WalletProof } from "#components/identity/sign-in/wallet-proof.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { IdentityList } from "#lib/protocol/wire/identity.ts";
import { openOwnWindow } from "./own-window.ts";

const POLL_MS = 3_000;

type Method = { kind: "wallet" } | { kind: "email"; address: string } | { kind: "oidc" };

/** Asks for a fresh proof by one of the account's sign-in methods. Not modal, because a wallet's window takes the focus. */
export default function ProofDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const text = useText("settingsFrame");
  const list = useResource<IdentityList>("/api/v1/identities");
  const [method, setMethod] = useState<Method>();
  const proved = useCallback(() => onEnd(true), [onEnd]);
  return (
    <Dialog
      open
      modal={false}
      onOpenChange={() => onEnd(false)}
      title={text("proofTitle")}
      description={text("proofText")}
    >
      <ReadState resource={list} label={text("proofWays")}>
        {(data) => (
          <div className="flex flex-col gap-3">
            {method === undefined ? (
              <MethodList list={data} onChoose={setMethod} />
            ) : (
              <>
                <MethodForm method={method} list={data} onProved={proved} />
                <Button
                  tone="quiet"
                  className="w-fit pointer-coarse:min-h-11"
                  onClick={() => setMethod(undefined)}
                >
                  {text("proofOther")}
                </Button>
              </>
            )}
          </div>
        )}
      </ReadState>
    </Dialog>
  );
}

function MethodList({
  list,
  onChoose,
}: {
  list: IdentityList;
  onChoose: (method: Method) => void;
}) {
  const text = useText("settingsFrame");
  const wallets = list.identities.filter(({ kind }) => kind === "wallet");
  const mails = list.ways.email ? list.identities.filter(({ kind }) => kind === "email") : [];
  const hasLogin = list.identities.some(({ kind }) => kind === "oidc");
  return (
    <ul aria-label={text("proofWays")} className="flex flex-col gap-2">
      {wallets.length > 0 ? (
        <Choice
          icon={<Wallet size={15} aria-hidden />}
          onPress={() => onChoose({ kind: "wallet" })}
        >
          {text("proofByAnyWallet")}
        </Choice>
      ) : null}
      {mails.map(({ id, label }) => (
        <Choice
          key={id}
          icon={<Mail size={15} aria-hidden />}
          onPress={() => onChoose({ kind: "email", address: label })}
        >
          {text("proofByMail", { address: label })}
        </Choice>
      ))}
      {hasLogin && list.ways.oidc !== null ? (
        <Choice
          icon={<KeyRound size={15} aria-hidden />}
          onPress={() => onChoose({ kind: "oidc" })}
        >
          {text("proofByProvider", { name: list.ways.oidc.name })}
        </Choice>
      ) : null}
    </ul>
  );
}

type ChoiceProps = { icon: ReactNode; onPress: () => void; children: ReactNode };

function Choice({ icon, onPress, children }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className="flex min-h-11 w-full items-center gap-3 rounded border border-line-strong bg-raised px-3 py-2 text-start text-sm break-all hover:bg-hover"
      >
        <span className="shrink-0 text-ink-muted">{icon}</span>
        {children}
      </button>
    </li>
  );
}

type MethodFormProps = { method: Method; list: IdentityList; onProved: () => void };

function MethodForm({ method, list, onProved }: MethodFormProps) {
  const text = useText("settingsFrame");
  const identityText = useText("identity");
  useProofInOtherTab(list.freshUntil, onProved);
  if (method.kind === "wallet") return <WalletProof purpose="prove" onDone={onProved} />;
  if (method.kind === "oidc") return <ByProvider name={list.ways.oidc?.name ?? ""} />;
  return (
    <MailForm
      email={method.address}
      action={identityText("sendLink")}
      sentHint={text("proofMailHint")}
      mailbox={null}
      send={(email) => write("POST", "/api/v1/prove/email", { email })}
    />
  );
}

/** Email link and provider prove in another tab, so this one polls for the result. */
function useProofInOtherTab(before: string | null, onProved: () => void): void {
  useEffect(() => {
    const stop = new AbortController();
    const poll = async () => {
      const answer = await readJson<IdentityList>("/api/v1/identities", stop.signal);
      if (stop.signal.aborted || !answer.ok) return;
      const { freshUntil } = answer.body;
      if (freshUntil !== null && freshUntil !== before) onProved();
    };
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.addEventListener("message", () => void poll());
    const timer = setInterval(() => void poll(), POLL_MS);
    return () => {
      stop.abort();
      channel.close();
      clearInterval(timer);
    };
  }, [before, onProved]);
}

/** Opens the provider in its own window, so that this page keeps its state. */
function ByProvider({ name }: { name: string }) {
  const text = useText("settingsFrame");
  const [step, setStep] = useState<"idle" | "open">("idle");
  const [error, setError] = useState<string>();
  const shown = useRef<Window>(undefined);
  useEffect(() => () => shown.current?.close(), []);
  const leave = async () => {
    setError(undefined);
    shown.current?.close();
    // Before the first await: browsers open windows only in a click handler.
    const opened = openOwnWindow();
    if (opened === null) {
      setError(text("proofNoWindow"));
      return;
    }
    shown.current = opened;
    const trip = await providerAddress("prove", "/settings/proved");
    if (trip.ok) {
      opened.location.href = trip.url;
      setStep("open");
    } else {
      opened.close();
      setError(failureText(trip.answer));
    }
  };
  return (
    <div className="flex flex-col gap-2">
      {step === "open" ? <output>{text("proofProviderOpen")}</output> : null}
      <Button
        tone={step === "open" ? "neutral" : "primary"}
        size="md"
        className="w-fit"
        onClick={() => void leave()}
      >
        {text("proofByProvider", { name })}
      </Button>
      <ActionFailure error={error} />
    </div>
  );
}
