"use client";

import { type FormEvent, type RefObject, useRef, useState } from "react";
import { useAction, write } from "#components/data/use-action.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DaysField, DEFAULT_DAYS, readDays } from "./days-field.tsx";
import { MadeKey } from "./made-key.tsx";
import { MCP_KEYS, type NewMcpKey } from "./mcp-key.ts";

type NewKeyProps = {
  baseUrl: string;
  /** Called at the end, also when it is unknown whether a key was created. */
  onClose: () => void;
  /** Gets the focus when the last of the two dialogs closes. */
  returnFocus: RefObject<Element | null>;
};

/** Creates a key: first the form, then the secret, shown once. Loaded on demand. */
export default function NewKey({ baseUrl, onClose, returnFocus }: NewKeyProps) {
  const [made, setMade] = useState<NewMcpKey>();
  return made === undefined ? (
    <NewKeyForm onMade={setMade} onClose={onClose} returnFocus={returnFocus} />
  ) : (
    <MadeKey made={made} baseUrl={baseUrl} onClose={onClose} returnFocus={returnFocus} />
  );
}

type NewKeyFormProps = Omit<NewKeyProps, "baseUrl"> & { onMade: (made: NewMcpKey) => void };
type Terms = { name: string; expiresInDays: number; canStageOrders: boolean };

function NewKeyForm({ onMade, onClose, returnFocus }: NewKeyFormProps) {
  const text = useText("mcpKeys");
  const [name, setName] = useState("");
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [canStageOrders, setCanStageOrders] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const daysField = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useAction((terms: Terms) => write("POST", MCP_KEYS, terms));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const expiresInDays = readDays(days);
    if (expiresInDays === undefined) return daysField.current?.focus();
    const named = name.trim() === "" ? text("nameDefault") : name.trim();
    const answer = await run({ name: named, expiresInDays, canStageOrders });
    if (answer?.ok === true) onMade(answer.body as NewMcpKey);
  };
  const leave = () => {
    if (!pending) onClose();
  };
  return (
    // The dialog stays open during the request, because only its response contains the secret.
    <Dialog
      open
      onOpenChange={leave}
      title={text("createTitle")}
      initialFocus={first}
      returnFocus={returnFocus}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <Name ref={first} value={name} onChange={setName} />
        <DaysField ref={daysField} value={days} onChange={setDays} />
        <div className="flex flex-col gap-1 [&>label]:pointer-coarse:min-h-11">
          <Check label={text("orders")} checked={canStageOrders} onChange={setCanStageOrders} />
          <p className="text-2xs text-ink-muted">{text("ordersHint")}</p>
        </div>
        <ActionFailure error={error} />
        <FormButtons
          pending={pending}
          cancel={text("cancel")}
          action={text(pending ? "creating" : "createAction")}
          onCancel={leave}
        />
      </form>
    </Dialog>
  );
}

type NameProps = {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
};

function Name({ ref, value, onChange }: NameProps) {
  const text = useText("mcpKeys");
  return (
    <Labelled label={text("name")} hint={text("nameHint")}>
      {(ids) => (
        <input
          {...ids}
          ref={ref}
          dir="auto"
          className={FIELD_BOX}
          value={value}
          placeholder={text("namePlaceholder")}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}
