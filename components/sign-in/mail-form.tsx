"use client";

import { ExternalLink } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Answer } from "#components/http.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { ActionFailure } from "#components/settings-frame/settings-page.tsx";
import { useAction } from "#components/settings-frame/use-action.ts";
import { Button } from "#components/ui/button.tsx";
import { useLook } from "#components/ui/use-look.ts";

/** After so long most mails have arrived, and another one is worth asking for. */
const RESEND_AFTER_MS = 30_000;

type MailFormProps = {
  /** What the button says before the first mail. */
  action: string;
  /** Below the address, once a mail is on its way. */
  sentHint: string;
  /** Where the simulated market shows mails. */
  mailbox: string | null;
  send: (email: string) => Promise<Answer>;
  /** An address that stands; without one there is a field for it. */
  email?: string;
};

/** Asks for a link by mail: the address, then what to do with the mail, and another one after a while. */
export function MailForm({ action, sentHint, mailbox, send, email: given }: MailFormProps) {
  const text = useText("signIn");
  const [email, setEmail] = useState(given ?? "");
  const [sent, setSent] = useState<{ to: string; at: number }>();
  const request = useAction(send);
  const ask = async (to: string) => {
    const answer = await request.run(to);
    if (answer?.ok) setSent({ to, at: Date.now() });
  };
  if (sent !== undefined) {
    return (
      <Sent
        {...sent}
        hint={sentHint}
        mailbox={mailbox}
        pending={request.pending}
        error={request.error}
        onAgain={() => void ask(sent.to)}
        {...(given === undefined ? { onOther: () => setSent(undefined) } : {})}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask(email.trim());
  };
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      {given === undefined ? <AddressField value={email} onChange={setEmail} /> : null}
      <Button
        type="submit"
        tone="primary"
        size="lg"
        className="pointer-coarse:min-h-11"
        aria-disabled={request.pending}
      >
        {request.pending ? text("sending") : action}
      </Button>
      <ActionFailure error={request.error} />
    </form>
  );
}

function AddressField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const text = useText("signIn");
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="text-xs font-medium">
        {text("address")}
      </label>
      <input
        id={id}
        type="email"
        name="email"
        required
        maxLength={254}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        placeholder="name@example.com"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="h-10 w-full rounded border border-line-strong bg-raised px-3 text-base outline-none placeholder:text-ink-faint focus:border-accent rtl:text-end pointer-coarse:h-11"
      />
    </>
  );
}

type SentProps = {
  to: string;
  /** When, Unix milliseconds. */
  at: number;
  hint: string;
  mailbox: string | null;
  pending: boolean;
  error: string | undefined;
  onAgain: () => void;
  onOther?: () => void;
};

function Sent({ to, at, hint, mailbox, pending, error, onAgain, onOther }: SentProps) {
  const text = useText("signIn");
  const heading = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone: what came in its place is read out.
  useEffect(() => heading.current?.focus(), []);
  const left = useLook(() => secondsLeft(at), 250, RESEND_AFTER_MS / 1_000);
  return (
    <div className="flex flex-col gap-2">
      <p ref={heading} tabIndex={-1} className="font-medium outline-none">
        {text("lookIntoMailbox")}
      </p>
      <p className="text-ink-muted">
        {text("sentTo")} <bdi className="font-medium break-all text-ink">{to}</bdi>. {hint}
      </p>
      {mailbox === null ? null : (
        <a
          href={`${mailbox}?to=${encodeURIComponent(to)}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex w-fit items-center gap-1.5 text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {text("openMailbox")}
          <ExternalLink size={12} aria-hidden className="rtl:-scale-x-100" />
        </a>
      )}
      <div className="flex flex-wrap gap-2 pt-1">
        <Button
          className="pointer-coarse:min-h-11"
          aria-disabled={pending || left > 0}
          onClick={() => {
            if (!pending && left <= 0) onAgain();
          }}
        >
          {left > 0 ? text("resendIn", { seconds: left }) : text("resend")}
        </Button>
        {onOther === undefined ? null : (
          <Button tone="quiet" className="pointer-coarse:min-h-11" onClick={onOther}>
            {text("otherAddress")}
          </Button>
        )}
      </div>
      <ActionFailure error={error} />
    </div>
  );
}

function secondsLeft(at: number): number {
  return Math.max(0, Math.ceil((at + RESEND_AFTER_MS - Date.now()) / 1_000));
}
