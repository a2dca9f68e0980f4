"use client";

import { KeyRound, Mail, ShieldCheck, Wallet } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { type Person, useFrame } from "#components/data/frame-context.ts";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { shortAddress } from "#components/i18n/figures.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { ReferralCode } from "#components/identity/referral/referral-code.tsx";
import { announceSession, SESSION_CHANNEL } from "#components/identity/session/session-channel.ts";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { Card } from "./card.tsx";
import { MailForm } from "./mail-form.tsx";
import { keepNext } from "./next-address.ts";
import { providerAddress } from "./provider.ts";
import { WalletProof } from "./wallet-proof.tsx";

type SignInPageProps = {
  ways: { email: boolean; oidc: { name: string } | null; mailbox: string | null };
  /** Path of this site to continue at. */
  next: string;
  /** Error code of the last attempt, from the address. */
  error: string | undefined;
  /** What just happened: `signed-out`, `everywhere` or `deleted`. */
  done: string | undefined;
  /** Code of the partner link that this browser followed. */
  referredBy: string | undefined;
  /** The address for which this installation is set up, when the page was opened at one to which mails and providers do not lead back. */
  elsewhere: string | undefined;
};

/** The available sign-in methods, each with an explanation. */
export function SignInPage(props: SignInPageProps) {
  const { ways, next, error, done, referredBy, elsewhere } = props;
  const text = useText("signIn");
  const { person } = useFrame();
  useSignInByOtherTab();
  if (person !== undefined) return <SignedIn person={person} next={next} error={error} />;
  return (
    <Card title={text("title")}>
      <DoneNote done={done} />
      <ErrorNote error={error} />
      {referredBy === undefined ? null : <ReferralCode followed={referredBy} />}
      <p className="text-ink-muted">{text("intro")}</p>
      <WalletMethod next={next} />
      {elsewhere === undefined ? (
        <>
          {ways.email ? <MailMethod next={next} mailbox={ways.mailbox} /> : null}
          {ways.oidc === null ? null : <ProviderMethod name={ways.oidc.name} next={next} />}
        </>
      ) : (
        <p className="rounded-md border border-warn-line bg-warn-soft p-3">
          {text("elsewhere", { address: isolated(elsewhere) })}
        </p>
      )}
      {referredBy === undefined ? <ReferralCode followed={undefined} /> : null}
      <p className="flex items-start gap-2 text-xs text-ink-muted">
        <ShieldCheck size={15} aria-hidden className="mt-px shrink-0 text-good" />
        {text("neverAsk")}
      </p>
    </Card>
  );
}

/** Refreshes the page when another tab signs in, such as by an emailed link. */
function useSignInByOtherTab(): void {
  const router = useRouter();
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.addEventListener("message", () => router.refresh());
    return () => channel.close();
  }, [router]);
}

const DONE = {
  "signed-out": "doneSignedOut",
  everywhere: "doneEverywhere",
  deleted: "doneDeleted",
};

function DoneNote({ done = "" }: { done: string | undefined }) {
  const text = useText("signIn");
  if (!Object.hasOwn(DONE, done)) return null;
  const key = DONE[done as keyof typeof DONE] as "doneSignedOut" | "doneEverywhere" | "doneDeleted";
  return <output className="rounded-md border bg-surface p-3">{text(key)}</output>;
}

/** Error codes on the return from a provider: RFC 6749's code for a user who declined, or one of the catalogue. */
const ERROR_KEYS = {
  access_denied: "error_declined",
  IDENTITY_PROVIDER_UNREACHABLE: "error_provider",
  SIGN_IN_REFUSED: "error_unfinished",
  IDENTITY_IN_USE: "error_inUse",
  IDENTITY_NOT_FOUND: "error_notLinked",
} as const;

function ErrorNote({ error }: { error: string | undefined }) {
  const text = useText("signIn");
  return error === undefined ? null : (
    <p role="alert" className="rounded-md border border-warn-line bg-warn-soft p-3">
      {text(errorKey(error))}
    </p>
  );
}

function errorKey(code: string) {
  return Object.hasOwn(ERROR_KEYS, code)
    ? ERROR_KEYS[code as keyof typeof ERROR_KEYS]
    : ("error_other" as const);
}

type SignedInProps = { person: Person; next: string; error: string | undefined };

/** Also the target of a failed link or proof by a provider. */
function SignedIn({ person, next, error }: SignedInProps) {
  const text = useText("signIn");
  return (
    <Card title={text("alreadyTitle")}>
      <ErrorNote error={error} />
      <p className="text-ink-muted">
        {text("alreadyAs")}{" "}
        <bdi className="font-medium [overflow-wrap:anywhere] text-ink">
          {person.account === undefined ? person.label : shortAddress(person.account)}
        </bdi>
        . {text("alreadyOther")}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link
          href={next as Route}
          className={buttonStyle({
            tone: "primary",
            size: "lg",
          })}
        >
          {text(next === "/" ? "toTrading" : "goOn")}
        </Link>
        <Link href="/settings" className={buttonStyle({ size: "lg" })}>
          {text("accountSettings")}
        </Link>
        <OtherAccount person={person} next={next} />
      </div>
    </Card>
  );
}

/** Signs out and returns to the sign-in with the same `next`. */
function OtherAccount({ person, next }: Omit<SignedInProps, "error">) {
  const text = useText("signIn");
  const frame = useText("settingsFrame");
  const [isLeaving, setLeaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const leave = async () => {
    setLeaving(true);
    setFailed(false);
    try {
      const { signOutAndForget } = await import("#components/identity/sessions/sign-out.ts");
      if (await signOutAndForget(person.account, `/sign-in?next=${encodeURIComponent(next)}`))
        return;
    } catch {
      // A failed load counts as a failed sign-out.
    }
    setLeaving(false);
    setFailed(true);
  };
  return (
    <>
      <Button
        size="lg"
        aria-disabled={isLeaving}
        onClick={() => {
          if (!isLeaving) void leave();
        }}
      >
        {isLeaving ? frame("oneMoment") : text("otherAccount")}
      </Button>
      {hasFailed ? (
        <p role="alert" className="basis-full text-bad">
          {text("notSignedOut")}
        </p>
      ) : null}
    </>
  );
}

type MethodProps = {
  icon: ReactNode;
  title: string;
  hint: string | undefined;
  children: ReactNode;
};

function Method({ icon, title, hint, children }: MethodProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 rounded-md border bg-surface p-4">
      <div>
        <h2 className="flex items-center gap-2 text-sm font-semibold">
          {icon}
          {title}
        </h2>
        <p className="mt-1 text-xs text-ink-muted empty:hidden">{hint}</p>
      </div>
      {children}
    </section>
  );
}

/** Once the link is sent, the card says only what to do next. */
function MailMethod({ next, mailbox }: { next: string; mailbox: string | null }) {
  const text = useText("signIn");
  const [isSent, setSent] = useState(false);
  return (
    <Method
      icon={<Mail size={16} aria-hidden />}
      title={text("byMail")}
      hint={isSent ? undefined : text("byMailHint")}
    >
      <MailForm
        action={text("sendLink")}
        tone="neutral"
        sentHint={text("sentHint")}
        mailbox={mailbox}
        onSent={setSent}
        send={(email) => {
          keepNext(next);
          return write("POST", "/api/auth/email", { email });
        }}
      />
    </Method>
  );
}

function WalletMethod({ next }: { next: string }) {
  const text = useText("signIn");
  const [open, setOpen] = useState(false);
  return (
    <Method
      icon={<Wallet size={16} aria-hidden />}
      title={text("byWallet")}
      hint={text("byWalletHint")}
    >
      {open ? (
        <WalletProof purpose="sign-in" onDone={() => goOn(next)} />
      ) : (
        <Button tone="primary" size="lg" onClick={() => setOpen(true)}>
          {text("chooseWallet")}
        </Button>
      )}
    </Method>
  );
}

function ProviderMethod({ name, next }: { name: string; next: string }) {
  const text = useText("signIn");
  const frame = useText("settingsFrame");
  const leave = useAction(async () => {
    const trip = await providerAddress("sign-in", next);
    if (!trip.ok) return trip.answer;
    window.location.assign(trip.url);
    return { ok: true, status: 200, body: undefined };
  });
  return (
    <Method
      icon={<KeyRound size={16} aria-hidden />}
      title={text("byProvider", { name })}
      hint={text("byProviderHint", { name })}
    >
      <Button size="lg" aria-disabled={leave.pending} onClick={() => void leave.run()}>
        {leave.pending ? frame("oneMoment") : text("toProvider", { name })}
      </Button>
      <ActionFailure error={leave.error} />
    </Method>
  );
}

/** A full page load, so that no state of the signed-out page is kept. */
function goOn(next: string): void {
  announceSession();
  window.location.assign(next);
}
