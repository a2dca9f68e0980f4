"use client";

import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { KeyDialogProps } from "#components/machines/keys/key-kind.ts";
import { NameField } from "#components/machines/keys/name-field.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { PermissionTick } from "#components/machines/parts/permission-tick.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { NewBotKey } from "#lib/protocol/wire/machine-keys.ts";
import { AddressTester } from "./address-tester.tsx";
import { AllowlistEditor } from "./allowlist-editor.tsx";
import { BOT_KEYS } from "./bot-key.ts";
import { blockOf, entriesOf, everyoneIn } from "./entries.ts";
import { MadeKey } from "./made-key.tsx";
import { useAddressCheck } from "./use-address-check.ts";

/** Creates a key: first the form, then the secret, shown once. Loaded on demand. */
export default function NewKey(dialog: KeyDialogProps) {
  const [made, setMade] = useState<NewBotKey>();
  return made === undefined ? (
    <NewKeyForm onMade={setMade} {...dialog} />
  ) : (
    <MadeKey made={made} {...dialog} />
  );
}

const EXPIRY_DAYS = [7, 30, 90, 180, 365] as const;
const DEFAULT_DAYS = "90";
const NEVER = "";

type NewKeyFormProps = KeyDialogProps & { onMade: (key: NewBotKey) => void };

function NewKeyForm({ onMade, onClose, returnFocus }: NewKeyFormProps) {
  const text = useText("botKeys");
  const common = useText("keys");
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLTextAreaElement>(null);
  const draft = useNewKey(onMade);
  const { lines, blocked, make, pending, error } = draft;
  const discard = useDiscardQuestion({
    // The dialog stays open during the request, because only its response contains the secret.
    isLocked: pending,
    hasWork: lines.length > 0,
    onStay: () => list.current?.focus(),
    onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={discard.leave}
      title={text("create")}
      className="w-[min(94vw,560px)]"
      initialFocus={first}
      returnFocus={returnFocus}
      footer={
        discard.isOpen ? (
          <DiscardQuestion onStay={discard.stay} onDiscard={onClose} />
        ) : (
          <div className="flex flex-col gap-2">
            <ActionFailure error={error} />
            <FormButtons
              form={form}
              pending={pending}
              cancel={common("cancel")}
              action={common(pending ? "creating" : "createAction")}
              blocked={blocked === undefined ? undefined : text(blocked)}
              onCancel={discard.leave}
            />
          </div>
        )
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (pending || discard.isOpen) return;
          const missing = make();
          if (missing === "name") first.current?.focus();
          if (missing === "list") list.current?.focus();
        }}
      >
        <Fields draft={draft} first={first} list={list} />
      </form>
    </Dialog>
  );
}

type FieldsProps = {
  draft: ReturnType<typeof useNewKey>;
  first: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLTextAreaElement | null>;
};

function Fields({ draft, first, list }: FieldsProps) {
  const text = useText("botKeys");
  const { name, addresses, days, mayStage } = draft;
  return (
    <>
      <NameField
        messages="botKeys"
        ref={first}
        value={name.value}
        isMissing={draft.isNameMissing}
        onChange={name.set}
      />
      <AllowlistEditor
        ref={list}
        value={addresses.value}
        onChange={addresses.set}
        check={draft.check}
        isMissing={draft.isMissing}
        open={draft.open}
      />
      <AddressTester lines={draft.lines} />
      <Expiry value={days.value} onChange={days.set} />
      <PermissionTick
        label={text("orders")}
        hint={text("ordersHint")}
        checked={mayStage.value}
        onChange={mayStage.set}
      />
      <AccountNote />
    </>
  );
}

/** The state of the form, and its submission. */
function useNewKey(onMade: (key: NewBotKey) => void) {
  const name = useValue("");
  const addresses = useValue("");
  const days = useValue(DEFAULT_DAYS);
  const mayStage = useValue(false);
  /** The entries of everyone that the user has accepted: others must be accepted anew. */
  const accepted = useValue("");
  const [isTried, setTried] = useState(false);
  const lines = entriesOf(addresses.value);
  const check = useAddressCheck(lines);
  const { run, pending, error } = useAction(() =>
    write<NewBotKey>("POST", BOT_KEYS, {
      allowlist: lines,
      name: name.value.trim(),
      canStageOrders: mayStage.value,
      ...(days.value !== NEVER && { expiresInDays: Number(days.value) }),
    }),
  );
  const everyone = everyoneIn(check.state === "done" ? check.result.entries : lines);
  const isAccepted = accepted.value === everyone.join(" ");
  const refused = check.state === "done" ? check.result.refused.length : 0;
  const blocked = blockOf({
    count: lines.length,
    refused,
    isOpen: everyone.length > 0 && !isAccepted,
  });
  /** Names the field that must be filled in or corrected first, if any. */
  const make = (): "name" | "list" | undefined => {
    setTried(true);
    if (name.value.trim() === "") return "name";
    if (lines.length === 0 || blocked !== undefined) return "list";
    void run().then((answer) => {
      if (answer?.ok === true) onMade(answer.body);
    });
    return undefined;
  };
  return {
    name,
    addresses,
    days,
    mayStage,
    lines,
    check,
    blocked,
    make,
    pending,
    error,
    open: {
      entries: everyone,
      isAccepted,
      onAccept: (isOn: boolean) => accepted.set(isOn ? everyone.join(" ") : ""),
    },
    isNameMissing: isTried && name.value.trim() === "",
    isMissing: isTried && lines.length === 0,
  };
}

function useValue<Value>(first: Value): { value: Value; set: (value: Value) => void } {
  const [value, set] = useState(first);
  return { value, set };
}

type DiscardOptions = {
  isLocked: boolean;
  hasWork: boolean;
  onStay: () => void;
  onClose: () => void;
};

/** Asks before closing loses typed addresses; Escape at the question returns to the form. */
function useDiscardQuestion({ isLocked, hasWork, onStay, onClose }: DiscardOptions) {
  const [isOpen, setOpen] = useState(false);
  const stay = () => {
    setOpen(false);
    onStay();
  };
  const leave = () => {
    if (isLocked) return;
    if (!hasWork) onClose();
    else if (isOpen) stay();
    else setOpen(true);
  };
  return { isOpen, stay, leave };
}

/** Replaces the form's buttons when closing would lose typed addresses. */
function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const text = useText("botKeys");
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="alert">{text("dropTitle")}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button ref={stay} size="md" onClick={onStay}>
          {text("dropNot")}
        </Button>
        <Button size="md" tone="danger" onClick={onDiscard}>
          {text("drop")}
        </Button>
      </div>
    </div>
  );
}

function Expiry({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const text = useText("botKeys");
  return (
    <div className="flex flex-col gap-1">
      <Labelled label={text("expiry")} hint={text("expiryHint")}>
        {(ids) => (
          <select
            {...ids}
            className={FIELD_BOX}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {EXPIRY_DAYS.map((count) => (
              <option key={count} value={count}>
                {text("expiryDays", { count })}
              </option>
            ))}
            <option value={NEVER}>{text("expiryNever")}</option>
          </select>
        )}
      </Labelled>
      <output className="text-xs text-warn empty:hidden">
        {value === NEVER ? text("expiryNeverWarning") : null}
      </output>
    </div>
  );
}

/** Names the account that the key will read. */
function AccountNote() {
  const text = useText("botKeys");
  const { person } = useFrame();
  const account = person?.account;
  return account === undefined ? (
    <p className="text-xs text-warn">{text("forNobody")}</p>
  ) : (
    <p className="text-xs break-words text-ink-muted">
      {text("forAccount", { account: `\u2066${account}\u2069` })}
    </p>
  );
}
