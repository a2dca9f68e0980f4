"use client";

import type { Route } from "next";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction, write } from "#components/data/use-action.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { postToNextAuth } from "#components/identity/session/next-auth-calls.ts";
import { announceSession } from "#components/identity/session/session-channel.ts";
import { ReferralNote } from "#components/identity/wallet/referral-note.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-text.ts";
import { Loading } from "#components/ui/panel.tsx";
import { Card } from "./card.tsx";
import { takeNext } from "./next-address.ts";

type Purpose = "sign-in" | "link" | "prove";
type Look = {
  email: string;
  purpose: Purpose;
  expiresAt: string;
  /** Code of the partner's link by which the browser came that asked for the mail. */
  referredBy: string | null;
};

type State =
  | { step: "looking" }
  /** The address has no token. */
  | { step: "empty" }
  | { step: "dead" }
  | { step: "unknown"; error: string; token: string }
  | { step: "ready"; look: Look; token: string }
  | { step: "done"; look: Look };

/** What the link of a mail opens. Opening uses nothing up, because programs that scan mails open links too. */
export function MailLinkPage({ referredBy }: { referredBy: string | undefined }) {
  const text = useText("signIn");
  const { state, setState, again } = useToken();
  if (state.step === "looking") {
    return (
      <Card title={text("linkTitle")}>
        <Loading label={text("linkLooking")} />
      </Card>
    );
  }
  if (state.step === "ready") {
    return <Ready {...state} referredBy={referredBy} onEnd={(next) => setState(next)} />;
  }
  if (state.step === "done") return <Done look={state.look} />;
  if (state.step === "unknown") {
    return (
      <Card title={text("linkTitle")}>
        <p role="alert">{state.error}</p>
        <Button size="lg" className="w-fit" onClick={() => again(state.token)}>
          {text("tryAgain")}
        </Button>
      </Card>
    );
  }
  return <Dead isEmpty={state.step === "empty"} />;
}

/** Takes the token out of the address at once, and asks what it is for. */
function useToken() {
  const [state, setState] = useState<State>({ step: "looking" });
  const token = useRef<string>(undefined);
  const look = (one: string) => lookAt(one).then(setState);
  useEffect(() => {
    const take = () => {
      const found = new URLSearchParams(window.location.hash.slice(1)).get("token") ?? undefined;
      if (found !== undefined) {
        // Neither the history nor whoever looks at the screen keeps it.
        window.history.replaceState(window.history.state, "", window.location.pathname);
        token.current = found;
      }
      void (token.current === undefined ? Promise.resolve(EMPTY) : lookAt(token.current)).then(
        setState,
      );
    };
    take();
    // A second link that is opened in this tab changes the fragment alone.
    const onHash = () => {
      if (window.location.hash.length > 1) take();
    };
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);
  const again = (one: string) => {
    setState({ step: "looking" });
    void look(one);
  };
  return { state, setState, again };
}

const EMPTY: State = { step: "empty" };

async function lookAt(token: string): Promise<State> {
  const answer = await write("POST", "/api/auth/email/look", { token });
  if (answer.ok) return { step: "ready", look: answer.body as Look, token };
  // A token that is cut off is refused by its form.
  if (answer.status === 401 || answer.status === 400) return { step: "dead" };
  return { step: "unknown", error: failureText(answer), token };
}

type ReadyProps = {
  look: Look;
  token: string;
  /** Code of the partner's link by which the browser came. */
  referredBy: string | undefined;
  onEnd: (state: State) => void;
};

function Ready({ look, token, referredBy, onEnd }: ReadyProps) {
  const text = useText("signIn");
  const { timeOfDay } = useFormat();
  const { person } = useFrame();
  const { email, purpose, expiresAt } = look;
  const open = useAction(() =>
    purpose === "sign-in"
      ? postToNextAuth("callback/email", { token })
      : write("POST", "/api/v1/email-links", { token }),
  );
  const press = async () => {
    const answer = await open.run();
    if (!answer?.ok) return;
    announceSession();
    if (purpose === "sign-in") window.location.assign(takeNext());
    else onEnd({ step: "done", look });
  };
  if (purpose !== "sign-in" && person === undefined) {
    return <OtherBrowser email={email} token={token} />;
  }
  return (
    <Card title={text(`ready_${purpose}`)}>
      <p className="text-ink-muted">
        {text(`readyText_${purpose}`)}{" "}
        <bdi className="font-medium [overflow-wrap:anywhere] text-ink">{email}</bdi>.
      </p>
      {person === undefined ? (
        <ReferralNote code={referredBy ?? look.referredBy ?? undefined} />
      ) : null}
      {purpose === "sign-in" && person !== undefined ? (
        <p className="rounded-md border border-warn-line bg-warn-soft p-3">
          {text("replaces")}{" "}
          <bdi className="font-medium [overflow-wrap:anywhere]">{person.label}</bdi>.
        </p>
      ) : null}
      <Button
        tone="primary"
        size="lg"
        className="w-fit pointer-coarse:min-h-11"
        aria-disabled={open.pending}
        onClick={() => void press()}
      >
        {text(open.pending ? "linkOpening" : `press_${purpose}`)}
      </Button>
      <ActionFailure error={open.error} />
      <p className="text-xs text-ink-faint">
        {text("worksUntil", { time: timeOfDay(Date.parse(expiresAt)) })}
      </p>
    </Card>
  );
}

/** A link that belongs to a session works there only: the way to it is a copy of the address. */
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
      <Button
        size="lg"
        className="w-fit pointer-coarse:min-h-11"
        onClick={() => void copyText(link())}
      >
        {text("copyLink")}
      </Button>
    </Card>
  );
}

function Done({ look }: { look: Look }) {
  const text = useText("signIn");
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card title={text(look.purpose === "link" ? "linkedTitle" : "provedTitle")}>
      <p ref={heading} tabIndex={-1} className="text-ink-muted outline-none">
        {text(look.purpose === "link" ? "linkedText" : "provedText")}
      </p>
      <Link
        href={"/settings" as Route}
        className={buttonStyle({ size: "lg", className: "w-fit pointer-coarse:min-h-11" })}
      >
        {text("toSettings")}
      </Link>
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
        href={(person === undefined ? "/sign-in" : "/settings") as Route}
        className={buttonStyle({
          tone: "primary",
          size: "lg",
          className: "w-fit pointer-coarse:min-h-11",
        })}
      >
        {text(person === undefined ? "askNewLink" : "toSettings")}
      </Link>
    </Card>
  );
}
