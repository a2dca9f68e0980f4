"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { ALIAS_LENGTH, NOTE_LENGTH } from "#lib/protocol/partner/enumerations.ts";
import type { Referral, ReferralLabel } from "#lib/protocol/wire/partner.ts";
import { keepLabel, useLabel } from "./labels.ts";

/** The form for what the partner calls a referral, and notes about it. */
export function LabelForm({ referral }: { referral: Referral }) {
  const text = useText("partnerRecords");
  const label = useLabel(referral);
  const [alias, setAlias] = useState(label.alias ?? "");
  const [note, setNote] = useState(label.note ?? "");
  const [saved, setSaved] = useState<{ alias: string; note: string }>();
  const isSaved = saved?.alias === alias && saved.note === note;
  const { run, pending, error } = useAction(() =>
    write<ReferralLabel>("PATCH", `/api/v1/partner/referrals/${referral.id}`, { alias, note }),
  );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await run();
    if (answer?.ok !== true) return;
    keepLabel(answer.body);
    setSaved({ alias, note });
  };
  return (
    <form
      className="grid items-end gap-3 sm:grid-cols-[1fr_2fr_auto]"
      onSubmit={(event) => void save(event)}
    >
      <Labelled label={text("alias")}>
        {(ids) => (
          <input
            {...ids}
            dir="auto"
            autoComplete="off"
            maxLength={ALIAS_LENGTH}
            className={FIELD_BOX}
            value={alias}
            onChange={(event) => setAlias(event.currentTarget.value)}
          />
        )}
      </Labelled>
      <Labelled label={text("note")}>
        {(ids) => (
          <input
            {...ids}
            dir="auto"
            autoComplete="off"
            maxLength={NOTE_LENGTH}
            className={FIELD_BOX}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Labelled>
      <Button type="submit" size="md" aria-disabled={pending} className="pointer-coarse:min-h-11">
        {text(pending ? "saving" : "save")}
      </Button>
      <p className="text-2xs text-ink-muted sm:col-span-3">
        <output className="font-medium text-good">{isSaved ? text("saved") : null}</output>{" "}
        {text("labelHint")}
      </p>
      <ActionFailure error={error} />
    </form>
  );
}
