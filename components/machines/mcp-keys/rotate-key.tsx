"use client";

import { type RefObject, useRef, useState } from "react";
import { useAction, write } from "#components/data/use-action.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { ToggleGroup } from "#components/ui/toggle-group.tsx";
import { DaysField, DEFAULT_DAYS, readDays } from "./days-field.tsx";
import { MadeKey } from "./made-key.tsx";
import { MCP_KEYS, type McpKey, type NewMcpKey } from "./mcp-key.ts";

const OVERLAPS = ["0", "1", "24", "72"] as const;
type Overlap = (typeof OVERLAPS)[number];

type RotateKeyProps = {
  mcpKey: McpKey;
  baseUrl: string;
  onClose: () => void;
  /** Gets the focus when the last of the two dialogs closes. */
  returnFocus: RefObject<Element | null>;
};

/** Replaces a key: first how long the old one still works, then the new secret, shown once. */
export default function RotateKey({ mcpKey, baseUrl, onClose, returnFocus }: RotateKeyProps) {
  const [made, setMade] = useState<NewMcpKey>();
  return made === undefined ? (
    <RotateForm mcpKey={mcpKey} onMade={setMade} onClose={onClose} returnFocus={returnFocus} />
  ) : (
    <MadeKey made={made} baseUrl={baseUrl} onClose={onClose} returnFocus={returnFocus} />
  );
}

type RotateFormProps = Omit<RotateKeyProps, "baseUrl"> & { onMade: (made: NewMcpKey) => void };

function RotateForm({ mcpKey, onMade, onClose, returnFocus }: RotateFormProps) {
  const text = useText("mcpKeys");
  const [overlap, setOverlap] = useState<Overlap>("24");
  const [days, setDays] = useState(DEFAULT_DAYS);
  const daysField = useRef<HTMLInputElement>(null);
  const { run, pending, error } = useAction((expiresInDays: number) =>
    write("POST", `${MCP_KEYS}/${mcpKey.id}/rotate`, {
      overlapHours: Number(overlap),
      expiresInDays,
    }),
  );
  const submit = async () => {
    const expiresInDays = readDays(days);
    if (expiresInDays === undefined) return daysField.current?.focus();
    const answer = await run(expiresInDays);
    if (answer?.ok === true) onMade(answer.body as NewMcpKey);
  };
  const leave = () => {
    if (!pending) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={leave}
      returnFocus={returnFocus}
      title={text("rotateTitle", { name: isolated(mcpKey.name) })}
      description={text("rotateText")}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="flex flex-col gap-1.5">
          <p className="text-xs font-medium">{text("overlap")}</p>
          <ToggleGroup
            label={text("overlap")}
            value={overlap}
            options={OVERLAPS.map((hours) => ({ value: hours, label: text(`overlap_${hours}`) }))}
            onChange={setOverlap}
            className="flex-wrap gap-1"
            itemClassName="border border-line-strong px-2.5 py-1 text-xs pointer-coarse:min-h-[46px] has-focus-visible:outline-2 has-focus-visible:outline-accent"
          />
          {overlap === "0" ? <p className="text-2xs text-warn">{text("overlapNow")}</p> : null}
        </div>
        <DaysField ref={daysField} value={days} onChange={setDays} />
        <ActionFailure error={error} />
        <FormButtons
          pending={pending}
          cancel={text("cancel")}
          action={text(pending ? "creating" : "rotateAction")}
          onCancel={leave}
        />
      </form>
    </Dialog>
  );
}
