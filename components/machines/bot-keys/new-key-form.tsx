"use client";

import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction, write } from "#components/data/use-action.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { AddressTester } from "./address-tester.tsx";
import { AllowlistEditor } from "./allowlist-editor.tsx";
import { BOT_KEYS, MOST_ENTRIES, type NewBotKey } from "./bot-key.ts";
import { entriesOf } from "./entries.ts";
import { useAddressCheck } from "./use-address-check.ts";

const EXPIRY_DAYS = [7, 30, 90, 180, 365] as const;
const USUAL_DAYS = "90";
const NEVER = "";

type NewKeyFormProps = {
  onMade: (key: NewBotKey) => void;
  onClose: () => void;
  returnFocus: RefObject<Element | null>;
};

export function NewKeyForm({ onMade, onClose, returnFocus }: NewKeyFormProps) {
  const text = useText("botKeys");
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const { name, setName, addresses, setAddresses, days, setDays, ...asked } = useNewKey(onMade);
  const { list, lines, check, isMissing, make, pending, error } = asked;
  const dropping = useDropping({
    // While the key is being made the window stays: its secret comes with this answer and with no other.
    isLocked: pending,
    hasWork: lines.length > 0,
    onStay: () => list.current?.focus(),
    onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={dropping.leave}
      title={text("dialogTitle")}
      className="w-[min(94vw,560px)]"
      initialFocus={first}
      returnFocus={returnFocus}
      footer={
        dropping.isAsked ? (
          <Dropping onStay={dropping.stay} onDrop={onClose} />
        ) : (
          <div className="flex flex-col gap-2">
            <ActionFailure error={error} />
            <FormButtons
              form={form}
              pending={pending}
              cancel={text("cancel")}
              action={text(pending ? "making" : "make")}
              onCancel={dropping.leave}
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
          if (!pending && !dropping.isAsked) make();
        }}
      >
        <Name ref={first} value={name} onChange={setName} />
        <AllowlistEditor
          ref={list}
          value={addresses}
          onChange={setAddresses}
          check={check}
          isMissing={isMissing}
        />
        <AddressTester lines={lines} />
        <Expiry value={days} onChange={setDays} />
        <ForWhom />
      </form>
    </Dialog>
  );
}

/** What is typed, and the key that comes of it. */
function useNewKey(onMade: (key: NewBotKey) => void) {
  const [name, setName] = useState("");
  const [addresses, setAddresses] = useState("");
  const [days, setDays] = useState(USUAL_DAYS);
  const [isTried, setTried] = useState(false);
  const list = useRef<HTMLTextAreaElement>(null);
  const lines = entriesOf(addresses);
  const check = useAddressCheck(lines);
  const { run, pending, error } = useAction(() =>
    write("POST", BOT_KEYS, {
      allowlist: lines,
      ...(name.trim() !== "" && { name: name.trim() }),
      ...(days !== NEVER && { expiresInDays: Number(days) }),
    }),
  );
  const isRefused = check.state === "done" && check.result.refused.length > 0;
  const make = () => {
    setTried(true);
    if (lines.length === 0 || lines.length > MOST_ENTRIES || isRefused) {
      list.current?.focus();
      return;
    }
    void run().then((answer) => {
      if (answer?.ok === true) onMade(answer.body as NewBotKey);
    });
  };
  const isMissing = isTried && lines.length === 0;
  const typed = { name, setName, addresses, setAddresses, days, setDays };
  return { ...typed, list, lines, check, isMissing, make, pending, error };
}

type DroppingOptions = {
  isLocked: boolean;
  hasWork: boolean;
  onStay: () => void;
  onClose: () => void;
};

/** Closing asks before it loses work; Escape at the question takes the question back, not the work. */
function useDropping({ isLocked, hasWork, onStay, onClose }: DroppingOptions) {
  const [isAsked, setAsked] = useState(false);
  const stay = () => {
    setAsked(false);
    onStay();
  };
  const leave = () => {
    if (isLocked) return;
    if (!hasWork) onClose();
    else if (isAsked) stay();
    else setAsked(true);
  };
  return { isAsked, stay, leave };
}

/** In the place of the form's buttons: addresses were typed, and closing loses them. */
function Dropping({ onStay, onDrop }: { onStay: () => void; onDrop: () => void }) {
  const text = useText("botKeys");
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p role="alert">{text("dropTitle")}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button ref={stay} size="md" className="pointer-coarse:min-h-11" onClick={onStay}>
          {text("dropNot")}
        </Button>
        <Button size="md" tone="danger" className="pointer-coarse:min-h-11" onClick={onDrop}>
          {text("drop")}
        </Button>
      </div>
    </div>
  );
}

type InputProps = { value: string; onChange: (value: string) => void };

function Name({ ref, value, onChange }: InputProps & { ref: RefObject<HTMLInputElement | null> }) {
  const text = useText("botKeys");
  return (
    <Labelled label={text("name")} hint={text("nameHint")}>
      {(ids) => (
        <input
          {...ids}
          ref={ref}
          dir="auto"
          className={FIELD_BOX}
          value={value}
          maxLength={60}
          placeholder={text("namePlaceholder")}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}

function Expiry({ value, onChange }: InputProps) {
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

/** Whose orders and positions the key will read. */
function ForWhom() {
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
