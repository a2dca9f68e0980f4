"use client";

import Link from "next/link";
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { inputStyle } from "#components/ui/input-style.ts";
import type { AccountShown } from "#lib/protocol/wire/identity.ts";
import type { PartnerProfile, PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { ErasedOfPartner, isForfeit, LeavingPartner } from "./leaving-partner.tsx";

const ERASED = [
  "identities",
  "sessions",
  "mcpKeys",
  "botKeys",
  "connectedApps",
  "assistantNotes",
  "stagedOrders",
  "notices",
  "pushBrowsers",
  "priceAlerts",
  "webhooks",
  "points",
  "purchases",
  "venueKeys",
] as const;

/** Lists what a deletion erases and keeps, and deletes the account. */
export function DeletePage({ isPartner }: { isPartner: boolean }) {
  const text = useText("identity");
  const account = useResource<AccountShown>("/api/v1/account");
  const summary = useResource<PartnerSummary>(isPartner ? "/api/v1/partner/summary" : undefined);
  const profile = useResource<PartnerProfile>(isPartner ? "/api/v1/partner" : undefined);
  const balances = summary.data?.balances;
  // Amounts for which the user accepted the loss; other amounts need a new acceptance.
  const [accepted, setAccepted] = useState<string>();
  const acceptance = useRef<HTMLInputElement>(null);
  const amounts = JSON.stringify(balances);
  const isAccepted = accepted !== undefined && accepted === amounts;
  const isLossKnown = isPartner
    ? balances !== undefined && (isAccepted || !isForfeit(balances))
    : true;
  return (
    <SettingsPage title={text("deleteTitle")} intro={text("deleteIntro")}>
      <ReadState resource={account} label={text("loading")}>
        {({ erased }) => (
          <div className="flex flex-col gap-4">
            <div className="grid gap-4 md:grid-cols-2">
              <Part title={text("erasedTitle")}>
                {ERASED.filter((one) => erased[one] > 0).map((one) => (
                  <li key={one}>{text(`erased_${one}`, { count: erased[one] })}</li>
                ))}
                <li>{text("erased_preferences")}</li>
                <li>{text("erased_traces")}</li>
                {isPartner ? <ErasedOfPartner profile={profile.data} /> : null}
              </Part>
              <Part title={text("keptTitle")}>
                <li>{text("kept_ledger")}</li>
                <li>{text("kept_audit")}</li>
                {isPartner ? <li>{text("kept_partner")}</li> : null}
              </Part>
            </div>
            <p className="rounded-md border border-warn-line bg-warn-soft p-3">
              {text("deletePositions")}{" "}
              <Link
                href="/account"
                prefetch={false}
                className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
              >
                {text("toPositions")}
              </Link>
            </p>
            {isPartner ? (
              <LeavingPartner
                summary={summary}
                payouts={profile.data?.payouts}
                isAccepted={isAccepted}
                onAccept={(is) => setAccepted(is ? amounts : undefined)}
                acceptance={acceptance}
              />
            ) : null}
            <DeleteForm isLossKnown={isLossKnown} acceptance={acceptance} />
          </div>
        )}
      </ReadState>
    </SettingsPage>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-md border bg-surface p-4">
      <h2 className="mb-2 text-sm font-semibold">{title}</h2>
      <ul className="flex list-disc flex-col gap-1.5 ps-4 text-ink-muted">{children}</ul>
    </section>
  );
}

type DeleteFormProps = {
  /** False until a partner has accepted the loss of unpaid earnings. */
  isLossKnown: boolean;
  /** The box that accepts it. */
  acceptance: RefObject<HTMLInputElement | null>;
};

function DeleteForm({ isLossKnown, acceptance }: DeleteFormProps) {
  const text = useText("identity");
  const { person } = useFrame();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isTooEarly, setTooEarly] = useState(false);
  const word = text("deleteWord");
  const isTyped = typed.trim().toLowerCase() === word.toLowerCase();
  const missing = isTyped ? (isLossKnown ? undefined : "acceptFirst") : "typeExactly";
  const note = isTooEarly ? missing : undefined;
  const remove = useAction(() => write("DELETE", "/api/v1/account", { confirm: "delete" }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (remove.pending) return;
    setTooEarly(missing !== undefined);
    if (missing !== undefined) {
      return (missing === "acceptFirst" ? acceptance : field).current?.focus();
    }
    const answer = await remove.run();
    if (!answer?.ok) return;
    const { forgetAccountAndGo } = await import("#components/identity/sessions/sign-out.ts");
    await forgetAccountAndGo(person?.account, "/sign-in?done=deleted");
  };
  return (
    <form
      className="flex flex-col gap-2 rounded-md border bg-surface p-4"
      onSubmit={(event) => void submit(event)}
    >
      <label htmlFor={id} className="font-medium">
        {text("typeToDelete", { word })}
      </label>
      <input
        ref={field}
        id={id}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={note === "typeExactly" ? true : undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setTooEarly(false);
        }}
        className={cn(inputStyle, "w-full max-w-64")}
      />
      {note === undefined ? null : (
        <p id={`${id}-note`} role="alert" className="text-bad">
          {text(note, { word })}
        </p>
      )}
      <p className="text-ink-muted">{text("deleteProof")}</p>
      <Button
        type="submit"
        size="lg"
        tone="danger"
        className="mt-1 w-fit"
        aria-disabled={remove.pending || missing !== undefined}
      >
        {text(remove.pending ? "deleting" : "deleteNow")}
      </Button>
      <ActionFailure error={remove.error} />
    </form>
  );
}
