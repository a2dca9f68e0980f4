"use client";

import Link from "next/link";
import { useId } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import { MAIL_KINDS, type MailKind, type PushKind } from "#lib/protocol/market-knowledge.ts";
import type { PushPreferences, PushSettings } from "#lib/protocol/wire/pushes.ts";

type Mails = PushPreferences["mail"];

/** Keeps the order of the service, so that a change that is undone equals the saved state. */
export function changedMails(chosen: Mails, kind: MailKind, isOn: boolean): Mails {
  return MAIL_KINDS.filter((one) => (one === kind ? isOn : chosen.includes(one)));
}

export function isMailKind(kind: PushKind): kind is MailKind {
  return MAIL_KINDS.some((one) => one === kind);
}

type MailChoiceProps = {
  state: PushSettings["mail"];
  chosen: Mails;
  onChange: (next: { mail: Mails }) => void;
};

/** Mails about waiting orders, which the user has to switch on. */
export function MailChoice({ state, chosen, onChange }: MailChoiceProps) {
  const text = useText("pushes");
  const hint = useId();
  if (state === "not_offered") return null;
  const isPossible = state === "possible";
  return (
    <div className="mt-1 flex flex-col gap-0.5">
      <label
        className={cn(
          "flex min-h-9 w-fit items-center gap-2 pointer-coarse:min-h-11",
          isPossible ? "cursor-pointer" : "text-ink-muted",
        )}
      >
        <input
          type="checkbox"
          aria-describedby={hint}
          disabled={!isPossible}
          className="h-4 w-4 accent-(--accent-strong)"
          checked={isPossible && chosen.includes("approval")}
          onChange={(event) =>
            onChange({ mail: changedMails(chosen, "approval", event.currentTarget.checked) })
          }
        />
        {text("mailApproval")}
      </label>
      <p id={hint} className="max-w-2xl text-xs text-ink-muted">
        {text(isPossible ? "mailText" : "noAddress")}
      </p>
    </div>
  );
}

/** Why no mail can be chosen, and where an address is added. */
export function NoAddress() {
  const text = useText("pushes");
  return (
    <p className="max-w-2xl text-xs text-ink-muted">
      {text("noAddress")}{" "}
      <Link
        href="/settings"
        className="text-accent underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        {text("addAddress")}
      </Link>
    </p>
  );
}
