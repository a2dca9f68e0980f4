"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { notify } from "#components/ui/notify.ts";
import { PAYOUT_SCHEDULES, type PayoutSchedule } from "#lib/protocol/partner/enumerations.ts";
import type { PartnerProfile } from "#lib/protocol/wire/partner.ts";

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

type Partner = NonNullable<PartnerProfile["partner"]>;

type PayoutTermsDialogProps = {
  partner: Partner;
  /** The operator's, in USDC. */
  minimum: string;
  onChanged: (profile: PartnerProfile) => void;
  onClose: () => void;
};

/** When and from which amount to be paid, and the payee on statements. Loaded on demand (`lazy`). */
export default function PayoutTermsDialog(props: PayoutTermsDialogProps) {
  const { partner, minimum: least, onChanged, onClose } = props;
  const text = useText("partnerPayouts");
  const [schedule, setSchedule] = useState<PayoutSchedule>(partner.payout_schedule);
  const [minimum, setMinimum] = useState(
    partner.payout_minimum_is_own ? partner.payout_minimum : "",
  );
  const [payee, setPayee] = useState<TypedPayee>({
    name: partner.payee?.name ?? "",
    address: partner.payee?.address.join("\n") ?? "",
    tax_id: partner.payee?.tax_id ?? "",
  });
  const isNamed = payee.name.trim() !== "";
  const { run, pending, error } = useAction(() =>
    write<PartnerProfile>("PATCH", "/api/v1/partner", {
      payout_schedule: schedule,
      payout_minimum: minimum.trim() === "" ? null : minimum.trim(),
      payee: isNamed ? { ...payee, address: linesOf(payee.address) } : null,
    }),
  );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await run();
    if (answer?.ok !== true) return;
    notify({ tone: "good", text: text("termsSaved") });
    onChanged(answer.body);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!pending) onClose();
      }}
      title={text("terms")}
      description={text("termsText")}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <ScheduleField schedule={schedule} onChange={setSchedule} />
        <MinimumField {...{ minimum, least, onChange: setMinimum }} />
        <PayeeFields payee={payee} onChange={setPayee} />
        <ActionFailure error={error} />
        <FormButtons
          pending={pending}
          cancel={text("cancel")}
          action={text(pending ? "saving" : "termsSave")}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

type ScheduleFieldProps = {
  schedule: PayoutSchedule;
  onChange: (schedule: PayoutSchedule) => void;
};

function ScheduleField({ schedule, onChange }: ScheduleFieldProps) {
  const text = useText("partnerPayouts");
  return (
    <Labelled label={text("schedule")} hint={text(`scheduleHint_${schedule}`)}>
      {(ids) => (
        <select
          {...ids}
          className={FIELD_BOX}
          value={schedule}
          onChange={({ currentTarget }) => onChange(currentTarget.value as PayoutSchedule)}
        >
          {PAYOUT_SCHEDULES.map((one) => (
            <option key={one} value={one}>
              {text(`schedule_${one}`)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

type MinimumFieldProps = { minimum: string; least: string; onChange: (minimum: string) => void };

function MinimumField({ minimum, least, onChange }: MinimumFieldProps) {
  const text = useText("partnerPayouts");
  const { grouped } = useFormat();
  return (
    <Labelled label={text("ownMinimum")} hint={text("ownMinimumHint", { minimum: grouped(least) })}>
      {(ids) => (
        <input
          {...ids}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          placeholder={least}
          className={FIELD_BOX}
          value={minimum}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Labelled>
  );
}

/** As typed: the address is one text. */
type TypedPayee = { name: string; address: string; tax_id: string };
type PayeeFieldsProps = { payee: TypedPayee; onChange: (payee: TypedPayee) => void };

function PayeeFields({ payee, onChange }: PayeeFieldsProps) {
  const text = useText("partnerPayouts");
  return (
    <fieldset className="flex flex-col gap-3 border-t pt-3">
      <legend className="sr-only">{text("payee")}</legend>
      <p className="text-xs text-ink-muted">{text("payeeText")}</p>
      <Labelled label={text("payeeName")}>
        {(ids) => (
          <input
            {...ids}
            autoComplete="organization"
            maxLength={100}
            className={FIELD_BOX}
            value={payee.name}
            onChange={({ currentTarget }) => onChange({ ...payee, name: currentTarget.value })}
          />
        )}
      </Labelled>
      <Labelled label={text("payeeAddress")}>
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            autoComplete="street-address"
            maxLength={300}
            className={`${FIELD_BOX} !h-auto py-1.5`}
            value={payee.address}
            onChange={({ currentTarget }) => onChange({ ...payee, address: currentTarget.value })}
          />
        )}
      </Labelled>
      <Labelled label={text("payeeTaxId")}>
        {(ids) => (
          <input
            {...ids}
            autoComplete="off"
            maxLength={50}
            className={FIELD_BOX}
            value={payee.tax_id}
            onChange={({ currentTarget }) => onChange({ ...payee, tax_id: currentTarget.value })}
          />
        )}
      </Labelled>
    </fieldset>
  );
}
