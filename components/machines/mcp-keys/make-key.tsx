"use client";

import { type FormEvent, useRef, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { KeyDialogProps } from "#components/machines/keys/key-kind.ts";
import { NameField } from "#components/machines/keys/name-field.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { PermissionTick } from "#components/machines/parts/permission-tick.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import { mapPermissions } from "#lib/protocol/key-permissions.ts";
import type { McpKey, NewMcpKey } from "#lib/protocol/wire/machine-keys.ts";
import { DaysField, DEFAULT_DAYS, readDays } from "./days-field.tsx";
import { MadeKey } from "./made-key.tsx";
import { MCP_KEYS } from "./mcp-key.ts";
import { PERMISSION_TEXTS } from "./permissions.ts";

/** Creates a key, or replaces one: first the form, then the secret, shown once. Loaded on demand. */
export default function MakeKey({ replaced, ...dialog }: KeyDialogProps<McpKey>) {
  const [made, setMade] = useState<NewMcpKey>();
  if (made !== undefined) return <MadeKey made={made} {...dialog} />;
  return replaced === undefined ? (
    <NewKey onMade={setMade} {...dialog} />
  ) : (
    <RotateKey replaced={replaced} onMade={setMade} {...dialog} />
  );
}

type FormProps = KeyDialogProps & { onMade: (made: NewMcpKey) => void };

function NewKey({ onMade, onClose, returnFocus }: FormProps) {
  const text = useText("mcpKeys");
  const common = useText("keys");
  const [name, setName] = useState("");
  const [permissions, setPermissions] = useState(() => mapPermissions(() => false));
  const first = useRef<HTMLInputElement>(null);
  const [isTried, setTried] = useState(false);
  const isMissing = name.trim() === "";
  const form = useKeyForm(MCP_KEYS, onMade, () => ({ name: name.trim(), ...permissions }));
  const leave = () => {
    if (!form.pending) onClose();
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
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          setTried(true);
          if (!isMissing) return form.submit(event);
          event.preventDefault();
          first.current?.focus();
        }}
      >
        <NameField
          messages="mcpKeys"
          ref={first}
          value={name}
          isMissing={isTried && isMissing}
          onChange={setName}
        />
        <DaysField {...form.days} />
        {Object.values(
          mapPermissions((permission) => (
            <PermissionTick
              key={permission}
              label={text(PERMISSION_TEXTS[permission].name)}
              hint={text(PERMISSION_TEXTS[permission].hint)}
              checked={permissions[permission]}
              onChange={(isAllowed) => setPermissions({ ...permissions, [permission]: isAllowed })}
            />
          )),
        )}
        <ActionFailure error={form.error} />
        <FormButtons
          pending={form.pending}
          cancel={common("cancel")}
          action={common(form.pending ? "creating" : "createAction")}
          onCancel={leave}
        />
      </form>
    </Dialog>
  );
}

const OVERLAPS = ["0", "1", "24", "72"] as const;
type Overlap = (typeof OVERLAPS)[number];

function RotateKey({ replaced, onMade, onClose, returnFocus }: FormProps & { replaced: McpKey }) {
  const text = useText("mcpKeys");
  const common = useText("keys");
  const [overlap, setOverlap] = useState<Overlap>("24");
  const form = useKeyForm(`${MCP_KEYS}/${replaced.id}/rotate`, onMade, () => ({
    overlapHours: Number(overlap),
  }));
  const leave = () => {
    if (!form.pending) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      returnFocus={returnFocus}
      title={text("rotateTitle", { name: isolated(replaced.name) })}
      description={text("rotateText")}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <div className="flex flex-col gap-1.5">
          <p className="text-xs font-medium">{text("overlap")}</p>
          <ToggleGroup
            label={text("overlap")}
            value={overlap}
            options={OVERLAPS.map((hours) => ({ value: hours, label: text(`overlap_${hours}`) }))}
            onChange={setOverlap}
            className="flex-wrap gap-1"
            itemClassName={TOGGLE_ITEM}
          />
          {overlap === "0" ? <p className="text-2xs text-warn">{text("overlapNow")}</p> : null}
        </div>
        <DaysField {...form.days} />
        <ActionFailure error={form.error} />
        <FormButtons
          pending={form.pending}
          cancel={common("cancel")}
          action={form.pending ? common("creating") : text("rotateAction")}
          onCancel={leave}
        />
      </form>
    </Dialog>
  );
}

/** The days until a key expires, and the request that creates it with further `terms`. */
function useKeyForm(url: string, onMade: FormProps["onMade"], terms: () => object) {
  const [value, setValue] = useState(DEFAULT_DAYS);
  const ref = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useAction((expiresInDays: number) =>
    write<NewMcpKey>("POST", url, { ...terms(), expiresInDays }),
  );
  const make = async () => {
    const expiresInDays = readDays(value);
    if (expiresInDays === undefined) return ref.current?.focus();
    const answer = await run(expiresInDays);
    if (answer?.ok === true) onMade(answer.body);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void make();
  };
  return { days: { ref, value, onChange: setValue }, submit, pending, error };
}
