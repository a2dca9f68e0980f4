"use client";

import { type FormEvent, type RefObject, useRef, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { KeyKind, MachineKey } from "./key-kind.ts";
import { NameField } from "./name-field.tsx";

type RenameKeyProps = {
  kind: Pick<KeyKind, "messages" | "url">;
  entry: MachineKey;
  onClose: () => void;
  returnFocus: RefObject<Element | null>;
};

/** Gives a key another name. Loaded on demand. */
export default function RenameKey({ kind, entry, onClose, returnFocus }: RenameKeyProps) {
  const text = useText("keys");
  const [name, setName] = useState(entry.name);
  const field = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useAction(() =>
    write("PATCH", `${kind.url}/${entry.id}`, { name: name.trim() }),
  );
  const isMissing = name.trim() === "";
  const leave = () => {
    if (!pending) onClose();
  };
  const rename = async () => {
    if (isMissing) return field.current?.focus();
    if ((await run())?.ok === true) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) void rename();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={text("renameTitle", { name: isolated(entry.name) })}
      initialFocus={field}
      returnFocus={returnFocus}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <NameField
          messages={kind.messages}
          ref={field}
          value={name}
          isMissing={isMissing}
          onChange={setName}
        />
        <ActionFailure error={error} />
        <FormButtons
          pending={pending}
          cancel={text("cancel")}
          action={text(pending ? "renaming" : "rename")}
          onCancel={leave}
        />
      </form>
    </Dialog>
  );
}
