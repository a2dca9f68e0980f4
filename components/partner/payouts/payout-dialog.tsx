"use client";

import Link from "next/link";
import { useId, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { notify } from "#components/ui/notify.ts";
import type { PartnerProfile } from "#lib/protocol/wire/partner.ts";

type PayoutDialogProps = {
  present: string | null;
  choices: readonly string[];
  /** Until another wallet is paid. */
  waitHours: number;
  onChanged: (profile: PartnerProfile) => void;
  onClose: () => void;
};

/** Chooses one of the account's wallets for payouts. The service requires a fresh proof. Loaded on demand (`lazy`). */
export default function PayoutDialog(props: PayoutDialogProps) {
  const { present, choices, waitHours, onChanged, onClose } = props;
  const text = useText("partnerPayouts");
  const { dayAndTime } = useFormat();
  const [chosen, setChosen] = useState(present ?? choices[0] ?? "");
  const { run, pending, error } = useAction(() =>
    write<PartnerProfile>("PATCH", "/api/v1/partner", { payout_address: chosen }),
  );
  const save = async () => {
    if (chosen === present) return onClose();
    const answer = await run();
    if (answer?.ok !== true) return;
    const ends = `\u2066${chosen.slice(0, 6)}…${chosen.slice(-6)}\u2069`;
    const next = answer.body.partner?.payout_next ?? null;
    const said =
      next === null
        ? text("payoutSaved", { address: ends })
        : text("payoutWaits", { address: ends, time: dayAndTime(Date.parse(next.at)) });
    notify({ tone: "good", text: said });
    onChanged(answer.body);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!pending) onClose();
      }}
      title={text("payoutWallet")}
      description={
        waitHours === 0
          ? text("payoutText")
          : `${text("payoutText")} ${text("payoutWait", { count: waitHours })}`
      }
    >
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Choices {...{ choices, chosen, onChoose: setChosen }} />
        <Link
          href="/settings"
          className="inline-flex w-fit items-center text-xs text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {text("linkAnother")}
        </Link>
        <ActionFailure error={error} />
        <FormButtons
          pending={pending}
          cancel={text("cancel")}
          action={text(pending ? "saving" : "payoutSave")}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

type ChoicesProps = {
  choices: readonly string[];
  chosen: string;
  onChoose: (address: string) => void;
};

function Choices({ choices, chosen, onChoose }: ChoicesProps) {
  const text = useText("partnerPayouts");
  const group = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">{text("payoutChoices")}</legend>
      {choices.map((address) => (
        <label
          key={address}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded border border-line-strong bg-raised px-3 py-2 hover:bg-hover has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={group}
            checked={address === chosen}
            className="accent-(--accent-strong)"
            onChange={() => onChoose(address)}
          />
          <bdi dir="ltr" translate="no" className="min-w-0 font-mono text-xs break-all">
            {address}
          </bdi>
        </label>
      ))}
    </fieldset>
  );
}
