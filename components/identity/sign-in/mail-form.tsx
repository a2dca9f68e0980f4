"use client";

import { ExternalLink } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import type { Answer } from "#components/data/http.ts";
import { useAction } from "#components/data/use-action.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { inputStyle } from "#components/ui/input-style.ts";
import { usePolledValue } from "#components/ui/use-polled-value.ts";

/** Most emails arrive within this time; then another one can be requested. */
const RESEND_AFTER_MS = 30_000;

type MailFormProps = {
  /** Label of the button before the first email. */
  action: string;
  /** Below the address, once the email is sent. */
  sentHint: string;
  /** Address of the simulated mailbox. */
  mailbox: string | null;
  send: (email: string) => Promise<Answer>;
  /** A fixed address; without one the form has a field. */
  email?: string;
  /** Style of the button; neutral beside other methods. */
  tone?: "primary" | "neutral";
  /** Set when the form was opened by a button: its field gets the focus, and it can be cancelled. */
  onCancel?: () => void;
  /** Called when the form gives way to the next step, and when it comes back. */
  onSent?: (isSent: boolean) => void;
};

/** Requests a link by email: asks for the address, explains the next step, and offers another link later. */
export function MailForm({
  action,
  sentHint,
  mailbox,
  send,
  email: given,
  ...rest
}: MailFormProps) {
  const { tone = "primary", onCancel, onSent } = rest;
  const text = useText("signIn");
  const field = useRef<HTMLInputElement>(null);
  const [isInvalid, setInvalid] = useState(false);
  const [email, setEmail] = useState(given ?? "");
  const [sent, keepSent] = useState<{ to: string; at: number }>();
  const setSent = (next: typeof sent) => {
    keepSent(next);
    onSent?.(next !== undefined);
  };
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
    if (field.current?.validity.valid === false) {
      setInvalid(true);
      field.current.focus();
    } else void ask(email.trim());
  };
  return (
    <form noValidate className="flex flex-col gap-2" onSubmit={submit}>
      {given === undefined ? (
        <AddressField
          field={field}
          takesFocus={onCancel !== undefined}
          isInvalid={isInvalid}
          value={email}
          onChange={(next) => {
            setEmail(next);
            setInvalid(false);
          }}
        />
      ) : null}
      <FormButtons
        action={request.pending ? text("sending") : action}
        tone={tone}
        pending={request.pending}
        onCancel={onCancel}
      />
      <ActionFailure error={request.error} />
    </form>
  );
}

type FormButtonsProps = {
  action: string;
  tone: "primary" | "neutral";
  pending: boolean;
  onCancel: (() => void) | undefined;
};

function FormButtons({ action, tone, pending, onCancel }: FormButtonsProps) {
  const text = useText("signIn");
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" tone={tone} size="lg" className="flex-1" aria-disabled={pending}>
        {action}
      </Button>
      {onCancel === undefined ? null : (
        <Button tone="quiet" size="lg" onClick={onCancel}>
          {text("cancel")}
        </Button>
      )}
    </div>
  );
}

type AddressFieldProps = {
  field: RefObject<HTMLInputElement | null>;
  takesFocus: boolean;
  isInvalid: boolean;
  value: string;
  onChange: (value: string) => void;
};

function AddressField({ field, takesFocus, isInvalid, value, onChange }: AddressFieldProps) {
  const text = useText("signIn");
  const id = useId();
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [field, takesFocus]);
  return (
    <>
      <label htmlFor={id} className="text-xs font-medium">
        {text("address")}
      </label>
      <input
        ref={field}
        id={id}
        type="email"
        name="email"
        required
        maxLength={254}
        aria-invalid={isInvalid ? true : undefined}
        aria-describedby={isInvalid ? `${id}-note` : undefined}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        placeholder="name@example.com"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={cn(inputStyle, "w-full rtl:text-end")}
      />
      {isInvalid ? (
        <p id={`${id}-note`} role="alert" className="text-bad">
          {text("addressInvalid")}
        </p>
      ) : null}
    </>
  );
}

type SentProps = {
  to: string;
  /** When it was sent, Unix milliseconds. */
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
  // The focused form was replaced: the focus makes screen readers read the replacement.
  useEffect(() => heading.current?.focus(), []);
  const left = usePolledValue(() => secondsLeft(at), 250, RESEND_AFTER_MS / 1_000);
  return (
    <div className="flex flex-col gap-2">
      <p ref={heading} tabIndex={-1} className="font-medium outline-none">
        {text("lookIntoMailbox")}
      </p>
      <p className="text-ink-muted">
        {text("sentTo")} <bdi className="font-medium [overflow-wrap:anywhere] text-ink">{to}</bdi>.{" "}
        {hint}
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
