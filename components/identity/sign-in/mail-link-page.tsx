"use client";

import Link from "next/link";
import { useEffect, useId, useRef, useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { ReferralNote } from "#components/identity/referral/referral-note.tsx";
import { postToNextAuth } from "#components/identity/session/next-auth-calls.ts";
import { announceSession } from "#components/identity/session/session-channel.ts";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import { Loading } from "#components/ui/panel.tsx";
import type { EmailLinkPreview } from "#lib/protocol/wire/identity.ts";
import { Card } from "./card.tsx";
import { takeNext } from "./next-address.ts";

type State =
  | { step: "reading" }
  /** The address has no token. */
  | { step: "empty" }
  | { step: "dead" }
  /** A sign-in link that was used or has expired: another one is a press away. */
  | { step: "ended"; info: EmailLinkPreview; token: string }
  | { step: "unknown"; error: string; token: string }
  | { step: "ready"; info: EmailLinkPreview; token: string }
  | { step: "done"; info: EmailLinkPreview };

/** The page behind the link in an email. Opening it does not use the token up, because mail scanners open links too. */
export function MailLinkPage({ referredBy }: { referredBy: string | undefined }) {
  const text = useText("signIn");
  const frame = useText("settingsFrame");
  const { state, setState, again } = useToken();
  if (state.step === "reading") {
    return (
      <Card title={text("linkTitle")}>
        <Loading label={text("linkLooking")} />
      </Card>
    );
  }
  if (state.step === "ready") {
    return <Ready {...state} referredBy={referredBy} onEnd={(next) => setState(next)} />;
  }
  if (state.step === "done") return <Done info={state.info} />;
  if (state.step === "ended") return <Ended {...state} />;
  if (state.step === "unknown") {
    return (
      <Card title={text("linkTitle")}>
        <p role="alert">{state.error}</p>
        <Button size="lg" className="w-fit" onClick={() => again(state.token)}>
          {frame("tryAgain")}
        </Button>
      </Card>
    );
  }
  return <Dead isEmpty={state.step === "empty"} />;
}

/** Removes the token from the address at once, and reads what it is for. */
function useToken() {
  const [state, setState] = useState<State>({ step: "reading" });
  const token = useRef<string>(undefined);
  const read = (one: string) => readLink(one).then(setState);
  useEffect(() => {
    const take = () => {
      const found = new URLSearchParams(window.location.hash.slice(1)).get("token") ?? undefined;
      if (found !== undefined) {
        // Keeps the token out of the history and off the screen.
        window.history.replaceState(window.history.state, "", window.location.pathname);
        token.current = found;
      }
      void (token.current === undefined ? Promise.resolve(EMPTY) : readLink(token.current)).then(
        setState,
      );
    };
    take();
    // A second link opened in this tab changes only the fragment.
    const onHash = () => {
      if (window.location.hash.length > 1) take();
    };
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);
  const again = (one: string) => {
    setState({ step: "reading" });
    void read(one);
  };
  return { state, setState, again };
}

const EMPTY: State = { step: "empty" };

async function readLink(token: string): Promise<State> {
  const answer = await write<EmailLinkPreview>("POST", "/api/auth/email/look", { token });
  if (answer.ok) {
    const { state } = answer.body;
    return { step: state === "live" ? "ready" : "ended", info: answer.body, token };
  }
  // 400: the token was cut off.
  if (answer.status === 401 || answer.status === 400) return { step: "dead" };
  return { step: "unknown", error: failureText(answer), token };
}

type ReadyProps = {
  info: EmailLinkPreview;
  token: string;
  /** Code of the partner link that this browser followed. */
  referredBy: string | undefined;
  onEnd: (state: State) => void;
};

function Ready({ info, token, referredBy, onEnd }: ReadyProps) {
  const text = useText("signIn");
  const frame = useText("settingsFrame");
  const { timeOfDay } = useFormat();
  const { person } = useFrame();
  const { email, purpose, expiresAt } = info;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const open = useAction(() =>
    purpose === "sign-in"
      ? postToNextAuth("callback/email", { token })
      : write("POST", "/api/v1/email-links", { token }),
  );
  const press = async () => {
    const answer = await open.run();
    if (answer?.ok === false && answer.status === 401) {
      // It may have been used while this page was open.
      const now = await readLink(token);
      if (now.step === "ended") onEnd(now);
    }
    if (!answer?.ok) return;
    announceSession();
    if (purpose === "sign-in") window.location.assign(takeNext());
    else onEnd({ step: "done", info });
  };
  if (purpose !== "sign-in" && person === undefined) {
    return <OtherBrowser email={email} token={token} />;
  }
  return (
    <Card title={text(`ready_${purpose}`)}>
      <p id={id} className="text-ink-muted">
        {text(`readyText_${purpose}`)}{" "}
        <bdi className="font-medium [overflow-wrap:anywhere] text-ink">{email}</bdi>.
      </p>
      {person === undefined ? (
        <ReferralNote code={referredBy ?? info.referredBy ?? undefined} />
      ) : null}
      {purpose === "sign-in" && person !== undefined ? (
        <p className="rounded-md border border-warn-line bg-warn-soft p-3">
          {text("replaces")}{" "}
          <bdi className="font-medium [overflow-wrap:anywhere]">{person.label}</bdi>.
        </p>
      ) : null}
      <Button
        ref={button}
        tone="primary"
        size="lg"
        className="w-fit"
        aria-describedby={id}
        aria-disabled={open.pending}
        onClick={() => void press()}
      >
        {open.pending ? frame("oneMoment") : text(`press_${purpose}`)}
      </Button>
      <ActionFailure error={open.error} />
      <p className="text-xs text-ink-faint">
        {text("worksUntil", { time: timeOfDay(Date.parse(expiresAt)) })}
      </p>
    </Card>
  );
}

/** A link for a session works only in that browser: offers to copy it. */
function OtherBrowser({ email, token }: { email: string; token: string }) {
  const text = useText("signIn");
  const link = () => `${window.location.origin}/sign-in/email#token=${token}`;
  return (
    <Card title={text("otherBrowserTitle")}>
      <p className="text-ink-muted">
        {text("otherBrowserText")}{" "}
        <bdi className="font-medium [overflow-wrap:anywhere] text-ink">{email}</bdi>.{" "}
        {text("otherBrowserDo")}
      </p>
      <Button size="lg" className="w-fit" onClick={() => void copyText(link())}>
        {text("copyLink")}
      </Button>
    </Card>
  );
}

function Done({ info }: { info: EmailLinkPreview }) {
  const text = useText("signIn");
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card title={text(info.purpose === "link" ? "linkedTitle" : "provedTitle")}>
      <p ref={heading} tabIndex={-1} className="text-ink-muted outline-none">
        {text(info.purpose === "link" ? "linkedText" : "provedText")}
      </p>
      <Link href="/settings" className={buttonStyle({ size: "lg", className: "w-fit" })}>
        {text("accountSettings")}
      </Link>
    </Card>
  );
}

/** Says when the link was used, because a program that checks mails may have pressed its button, and sends another one. */
function Ended({ info, token }: { info: EmailLinkPreview; token: string }) {
  const text = useText("signIn");
  const frame = useText("settingsFrame");
  const { dayAndTime } = useFormat();
  const { person } = useFrame();
  const { email, usedAt } = info;
  const [isSent, setSent] = useState(false);
  const heading = useRef<HTMLParagraphElement>(null);
  const send = useAction(() => write("POST", "/api/auth/email/again", { token }));
  const press = async () => {
    const answer = await send.run();
    if (answer?.ok !== true) return;
    setSent(true);
    heading.current?.focus();
  };
  const why =
    usedAt === null
      ? text("expiredText")
      : text("usedText", { time: isolated(dayAndTime(Date.parse(usedAt))) });
  return (
    <Card title={text(isSent ? "lookIntoMailbox" : usedAt === null ? "expiredTitle" : "usedTitle")}>
      <p ref={heading} tabIndex={-1} className="text-ink-muted outline-none">
        {isSent ? text("sentTo") : `${why} ${text("anotherTo")}`}{" "}
        <bdi dir="ltr" className="font-medium [overflow-wrap:anywhere] text-ink">
          {email}
        </bdi>
        .
      </p>
      {isSent ? null : (
        <Button
          tone="primary"
          size="lg"
          className="w-fit"
          aria-disabled={send.pending}
          onClick={() => void press()}
        >
          {send.pending ? frame("oneMoment") : text("sendAnother")}
        </Button>
      )}
      <ActionFailure error={send.error} />
      {person === undefined ? (
        <Link href="/sign-in" className="w-fit text-xs text-accent underline">
          {text("otherWay")}
        </Link>
      ) : null}
    </Card>
  );
}

function Dead({ isEmpty }: { isEmpty: boolean }) {
  const text = useText("signIn");
  const { person } = useFrame();
  return (
    <Card title={text(isEmpty ? "emptyTitle" : "deadTitle")}>
      <p className="text-ink-muted">{text(isEmpty ? "emptyText" : "deadText")}</p>
      <Link
        href={person === undefined ? "/sign-in" : "/settings"}
        className={buttonStyle({
          tone: "primary",
          size: "lg",
          className: "w-fit",
        })}
      >
        {text(person === undefined ? "askNewLink" : "accountSettings")}
      </Link>
    </Card>
  );
}
