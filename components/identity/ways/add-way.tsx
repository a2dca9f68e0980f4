"use client";

import { KeyRound, Mail, Wallet } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction, write } from "#components/data/use-action.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { IdentityList } from "#components/identity/proofs/identity-types.ts";
import { announceSession } from "#components/identity/session/session-channel.ts";
import { MailForm } from "#components/identity/sign-in/mail-form.tsx";
import { providerAddress } from "#components/identity/sign-in/provider.ts";
import { WalletProof } from "#components/identity/sign-in/wallet-proof.tsx";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";

type AddWayProps = { list: IdentityList; mailbox: string | null; onChange: () => void };

/** Links another wallet, address or login. A wallet and a login are asked for after the fresh proof, not before. */
export function AddWay({ list, mailbox, onChange }: AddWayProps) {
  const text = useText("identity");
  const { prove } = useFrame();
  const section = useAskedLink();
  const { open, setOpen, close } = useOpenForm(section);
  useArrival(onChange);
  const openWallet = async () => {
    const isFresh = list.freshUntil !== null && Date.parse(list.freshUntil) > Date.now();
    if (isFresh || (await prove())) setOpen("wallet");
  };
  const leave = useAction(async () => {
    const trip = await providerAddress("link", "/settings?done=linked");
    if (!trip.ok) return trip.answer;
    window.location.assign(trip.url);
    return { ok: true, status: 200, body: undefined };
  });
  return (
    <section
      ref={section}
      aria-label={text("addTitle")}
      className="flex flex-col gap-3 rounded-md border bg-surface p-4"
    >
      <div>
        <h2 className="text-sm font-semibold">{text("addTitle")}</h2>
        <p className="mt-1 text-xs text-ink-muted">{text("addText")}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Choice
          icon={<Wallet size={14} aria-hidden />}
          open={open === "wallet"}
          onPress={() => (open === "wallet" ? close() : void openWallet())}
        >
          {text("addWallet")}
        </Choice>
        {list.ways.email ? (
          <Choice
            icon={<Mail size={14} aria-hidden />}
            open={open === "email"}
            onPress={() => (open === "email" ? close() : setOpen("email"))}
          >
            {text("addMail")}
          </Choice>
        ) : null}
        {list.ways.oidc === null ? null : (
          <Choice icon={<KeyRound size={14} aria-hidden />} onPress={() => void leave.run()}>
            {text("addProvider", { name: list.ways.oidc.name })}
          </Choice>
        )}
      </div>
      <ActionFailure error={leave.error} />
      <div className="max-w-md empty:hidden">
        {open === "wallet" ? <LinkByWallet onChange={onChange} onClose={close} /> : null}
        {open === "email" ? <LinkByMail mailbox={mailbox} onClose={close} /> : null}
      </div>
    </section>
  );
}

type Form = "wallet" | "email";

/** Which form is open. Escape closes it, and the button that opened it has the focus again. */
function useOpenForm(section: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<Form>();
  const close = useCallback(() => {
    const opener = section.current?.querySelector<HTMLElement>("button[aria-expanded=true]");
    setOpen(undefined);
    opener?.focus();
  }, [section]);
  useEffect(() => {
    if (open === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      // A dialog over the page takes the key for itself.
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (event.target instanceof Node && section.current?.contains(event.target)) close();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open, section, close]);
  return { open, setOpen, close };
}

type FormProps = { onClose: () => void };

function LinkByWallet({ onChange, onClose }: FormProps & { onChange: () => void }) {
  const text = useText("identity");
  const words = useText("signIn");
  const router = useRouter();
  return (
    <div className="flex flex-col items-start gap-2">
      <WalletProof
        purpose="link"
        onDone={() => {
          onClose();
          announceSession();
          notify({ tone: "good", text: text("linked") });
          onChange();
          // The session may act for this wallet from now on, which the frame has from the server.
          router.refresh();
        }}
      />
      <Button tone="quiet" size="md" className="pointer-coarse:min-h-11" onClick={onClose}>
        {words("cancel")}
      </Button>
    </div>
  );
}

function LinkByMail({ mailbox, onClose }: FormProps & { mailbox: string | null }) {
  const text = useText("identity");
  return (
    <MailForm
      action={text("sendLink")}
      sentHint={text("mailHint")}
      mailbox={mailbox}
      onCancel={onClose}
      send={(email) => write("POST", "/api/v1/identities/email", { email })}
    />
  );
}

/** The trading page sends who wants to link the connected wallet here: the buttons get the focus. */
function useAskedLink(): RefObject<HTMLElement | null> {
  const isAsked = useSearchParams().get("link") === "wallet";
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAsked) section.current?.querySelector("button")?.focus();
  }, [isAsked]);
  return section;
}

/** The way back from the provider: what it brought is said once, and the address is clean again. */
function useArrival(onChange: () => void): void {
  const text = useText("identity");
  const isDone = useSearchParams().get("done") === "linked";
  const said = useRef(false);
  useEffect(() => {
    if (said.current || !isDone) return;
    said.current = true;
    notify({ tone: "good", text: text("linked") });
    onChange();
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, [isDone, text, onChange]);
}

type ChoiceProps = { icon: ReactNode; open?: boolean; onPress: () => void; children: ReactNode };

function Choice({ icon, open, onPress, children }: ChoiceProps) {
  return (
    <Button
      size="md"
      className="pointer-coarse:min-h-11"
      {...(open === undefined ? {} : { "aria-expanded": open })}
      onClick={onPress}
    >
      {icon}
      {children}
    </Button>
  );
}
