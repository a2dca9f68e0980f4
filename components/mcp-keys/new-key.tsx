"use client";

import { type FormEvent, useRef, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { ActionFailure } from "#components/settings-frame/settings-page.tsx";
import { useAction, write } from "#components/settings-frame/use-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { DaysField, readDays, USUAL_DAYS } from "./days-field.tsx";
import { MadeKey } from "./made-key.tsx";
import { MCP_KEYS, type NewMcpKey } from "./mcp-key.ts";

type NewKeyProps = {
  baseUrl: string;
  /** Also when it is not known whether one was made. */
  onClose: () => void;
};

/** Makes a key: what it is for, then its secret, once. Loaded with the first press of the button. */
export default function NewKey({ baseUrl, onClose }: NewKeyProps) {
  const [made, setMade] = useState<NewMcpKey>();
  return made === undefined ? (
    <NewKeyForm onMade={setMade} onClose={onClose} />
  ) : (
    <MadeKey made={made} baseUrl={baseUrl} onClose={onClose} />
  );
}

type NewKeyFormProps = { onMade: (made: NewMcpKey) => void; onClose: () => void };
type Terms = { name: string; expiresInDays: number; canStageOrders: boolean };

function NewKeyForm({ onMade, onClose }: NewKeyFormProps) {
  const text = useText("mcpKeys");
  const [name, setName] = useState("");
  const [days, setDays] = useState(USUAL_DAYS);
  const [canStageOrders, setCanStageOrders] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useAction((terms: Terms) => write("POST", MCP_KEYS, terms));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const expiresInDays = readDays(days);
    if (expiresInDays === undefined) return;
    const named = name.trim() === "" ? text("nameDefault") : name.trim();
    const answer = await run({ name: named, expiresInDays, canStageOrders });
    if (answer?.ok === true) onMade(answer.body as NewMcpKey);
  };
  return (
    // While the key is being made the window stays: its secret comes with this answer and with no other.
    <Dialog
      open
      onOpenChange={() => {
        if (!pending) onClose();
      }}
      title={text("createTitle")}
      initialFocus={first}
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          ref={first}
          label={text("name")}
          value={name}
          placeholder={text("nameDefault")}
          inputMode="text"
          maxLength={60}
          dir="auto"
          className="[&_input]:text-start"
          hint={text("nameHint")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DaysField value={days} onChange={setDays} />
        <div className="flex flex-col gap-1 [&>label]:pointer-coarse:min-h-11">
          <Check label={text("orders")} checked={canStageOrders} onChange={setCanStageOrders} />
          <p className="text-2xs text-ink-muted">{text("ordersHint")}</p>
        </div>
        <ActionFailure error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            size="md"
            className="pointer-coarse:min-h-11"
            aria-disabled={pending}
            onClick={() => {
              if (!pending) onClose();
            }}
          >
            {text("cancel")}
          </Button>
          <Button
            tone="primary"
            size="md"
            type="submit"
            className="pointer-coarse:min-h-11"
            aria-disabled={pending || readDays(days) === undefined}
          >
            {text(pending ? "creating" : "createAction")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
