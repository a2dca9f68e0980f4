"use client";

import { useEffect, useId, useRef, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { KeyDialogProps } from "#components/machines/keys/key-kind.ts";
import { NameField } from "#components/machines/keys/name-field.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { SecretOnce } from "#components/machines/parts/secret-once.tsx";
import { Snippets } from "#components/machines/parts/snippets.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { NewBotKey } from "#lib/protocol/wire/machine-keys.ts";
import { AllowlistEditor } from "./allowlist-editor.tsx";
import { BOT_KEYS, MOST_ENTRIES } from "./bot-key.ts";
import { entriesOf } from "./entries.ts";
import { snippet, variables } from "./snippets.ts";
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

function MadeKey({ made, onClose, returnFocus }: KeyDialogProps & { made: NewBotKey }) {
  const text = useText("botKeys");
  const { origin } = window.location;
  const note = text("callsHint");
  return (
    <SecretOnce
      title={text("madeTitle")}
      keeps={text("secretKeeps")}
      secrets={[
        { label: text("keyId"), value: made.id },
        { label: text("secret"), value: made.secret },
      ]}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <Snippets
        snippets={[
          {
            key: "environment",
            label: text("environment"),
            text: variables(made.id, made.secret),
          },
          {
            key: "typescript",
            label: text("typescript"),
            text: snippet("typescript", origin),
            note,
          },
          { key: "python", label: text("python"), text: snippet("python", origin), note },
          { key: "shell", label: text("shell"), text: snippet("shell", origin), note },
        ]}
      />
    </SecretOnce>
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
  const { name, setName, addresses, setAddresses, days, setDays, ...asked } = useNewKey(onMade);
  const { first, list, lines, check, isNameMissing, isMissing, make, pending, error } = asked;
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
      title={text("createTitle")}
      className="w-[min(94vw,560px)]"
      initialFocus={first}
      returnFocus={returnFocus}
      footer={
        discard.isAsked ? (
          <DiscardQuestion onStay={discard.stay} onDiscard={onClose} />
        ) : (
          <div className="flex flex-col gap-2">
            <ActionFailure error={error} />
            <FormButtons
              form={form}
              pending={pending}
              cancel={common("cancel")}
              action={common(pending ? "creating" : "createAction")}
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
          if (!pending && !discard.isAsked) make();
        }}
      >
        <NameField
          messages="botKeys"
          ref={first}
          value={name}
          isMissing={isNameMissing}
          onChange={setName}
        />
        <AllowlistEditor
          ref={list}
          value={addresses}
          onChange={setAddresses}
          check={check}
          isMissing={isMissing}
        />
        <AddressTester lines={lines} />
        <Expiry value={days} onChange={setDays} />
        <AccountNote />
      </form>
    </Dialog>
  );
}

/** The state of the form, and its submission. */
function useNewKey(onMade: (key: NewBotKey) => void) {
  const [name, setName] = useState("");
  const [addresses, setAddresses] = useState("");
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [isTried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLTextAreaElement>(null);
  const lines = entriesOf(addresses);
  const check = useAddressCheck(lines);
  const { run, pending, error } = useAction(() =>
    write<NewBotKey>("POST", BOT_KEYS, {
      allowlist: lines,
      name: name.trim(),
      ...(days !== NEVER && { expiresInDays: Number(days) }),
    }),
  );
  const isRefused = check.state === "done" && check.result.refused.length > 0;
  const make = () => {
    setTried(true);
    if (name.trim() === "") return first.current?.focus();
    if (lines.length === 0 || lines.length > MOST_ENTRIES || isRefused) {
      list.current?.focus();
      return;
    }
    void run().then((answer) => {
      if (answer?.ok === true) onMade(answer.body);
    });
  };
  const isNameMissing = isTried && name.trim() === "";
  const isMissing = isTried && lines.length === 0;
  const typed = { name, setName, addresses, setAddresses, days, setDays };
  return { ...typed, first, list, lines, check, isNameMissing, isMissing, make, pending, error };
}

type DiscardOptions = {
  isLocked: boolean;
  hasWork: boolean;
  onStay: () => void;
  onClose: () => void;
};

/** Asks before closing loses typed addresses; Escape at the question returns to the form. */
function useDiscardQuestion({ isLocked, hasWork, onStay, onClose }: DiscardOptions) {
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

/** Tests an address against the list before the key is created. */
function AddressTester({ lines }: { lines: readonly string[] }) {
  const text = useText("botKeys");
  const id = useId();
  const [address, setAddress] = useState("");
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium">
        {text("tester")}
      </label>
      <input
        id={id}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={100}
        aria-describedby={`${id}-answer`}
        className={`${FIELD_BOX} font-mono`}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter must not submit the form.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <div id={`${id}-answer`} aria-live="polite" className="min-h-4 text-xs">
        {address.trim() === "" ? (
          <p className="text-2xs text-ink-muted">{text("testerHint")}</p>
        ) : (
          <Answer lines={lines} address={address.trim()} />
        )}
      </div>
    </div>
  );
}

function Answer({ lines, address }: { lines: readonly string[]; address: string }) {
  const text = useText("botKeys");
  const check = useAddressCheck(lines, address);
  if (check.state === "pending") return <p className="text-ink-muted">{text("checking")}</p>;
  if (check.state === "failed") return <p className="text-warn">{text("testFailed")}</p>;
  const { matched, address: canonical, addressProblem } = check.result;
  if (addressProblem !== null) return <p className="text-warn">{text("testBad")}</p>;
  const shown = `\u2066${canonical ?? address}\u2069`;
  return matched === null ? (
    <p className="text-bad">{text("testRefused", { address: shown })}</p>
  ) : (
    <p className="text-good">
      {text("testAllowed", { address: shown, entry: `\u2066${matched}\u2069` })}
    </p>
  );
}
