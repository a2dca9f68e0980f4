"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useFrame } from "#components/settings-frame/frame-context.ts";
import { ActionFailure } from "#components/settings-frame/settings-page.tsx";
import { useAction, write } from "#components/settings-frame/use-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { AddressTester } from "./address-tester.tsx";
import { AllowlistEditor } from "./allowlist-editor.tsx";
import { BOT_KEYS, MOST_ENTRIES, type NewBotKey } from "./bot-key.ts";
import { entriesOf } from "./entries.ts";
import { useAddressCheck } from "./use-address-check.ts";

const EXPIRY_DAYS = [7, 30, 90, 180, 365] as const;

const BOX =
  "h-9 w-full pointer-coarse:h-11 rounded border border-line-strong bg-raised px-2.5 text-base outline-none focus:border-accent sm:text-sm";

type NewKeyFormProps = { onMade: (key: NewBotKey) => void; onClose: () => void };

export function NewKeyForm({ onMade, onClose }: NewKeyFormProps) {
  const text = useText("botKeys");
  const form = useId();
  const [name, setName] = useState("");
  const [addresses, setAddresses] = useState("");
  const [days, setDays] = useState("");
  const list = useRef<HTMLTextAreaElement>(null);
  const lines = entriesOf(addresses);
  const check = useAddressCheck(lines);
  const { run, pending, error } = useAction(() =>
    write("POST", BOT_KEYS, {
      allowlist: lines,
      ...(name.trim() !== "" && { name: name.trim() }),
      ...(days !== "" && { expiresInDays: Number(days) }),
    }),
  );
  const isRefused = check.state === "done" && check.result.refused.length > 0;
  const make = () => {
    if (lines.length === 0 || lines.length > MOST_ENTRIES || isRefused) {
      list.current?.focus();
      return;
    }
    void run().then((answer) => {
      if (answer?.ok === true) onMade(answer.body as NewBotKey);
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text("dialogTitle")}
      className="w-[min(94vw,560px)]"
      footer={
        <div className="flex flex-col gap-2">
          <ActionFailure error={error} />
          <Button
            type="submit"
            form={form}
            tone="primary"
            size="md"
            className="self-end pointer-coarse:min-h-11"
            aria-disabled={pending}
          >
            {text(pending ? "making" : "make")}
          </Button>
        </div>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) make();
        }}
      >
        <Name value={name} onChange={setName} />
        <AllowlistEditor ref={list} value={addresses} onChange={setAddresses} check={check} />
        <AddressTester lines={lines} />
        <Expiry value={days} onChange={setDays} />
        <ForWhom />
      </form>
    </Dialog>
  );
}

type InputProps = { value: string; onChange: (value: string) => void };

function Name({ value, onChange }: InputProps) {
  const text = useText("botKeys");
  return (
    <Labelled label={text("name")} hint={text("nameHint")}>
      {(ids) => (
        <input
          {...ids}
          className={BOX}
          value={value}
          maxLength={60}
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
    <Labelled label={text("expiry")}>
      {(ids) => (
        <select
          {...ids}
          className={BOX}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{text("expiryNever")}</option>
          {EXPIRY_DAYS.map((count) => (
            <option key={count} value={count}>
              {text("expiryDays", { count })}
            </option>
          ))}
        </select>
      )}
    </Labelled>
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

type LabelledProps = {
  label: string;
  hint?: string;
  children: (ids: { id: string; "aria-describedby"?: string }) => ReactNode;
};

/** A label above, and what the field takes below. */
function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium">
        {label}
      </label>
      {children({ id, ...(hint !== undefined && { "aria-describedby": `${id}-hint` }) })}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-2xs text-ink-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
