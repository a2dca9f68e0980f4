"use client";

import { type FormEvent, type RefObject, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import { isOwnSecret, SecretChoice } from "#components/webhooks/form/secret-choice.tsx";
import { webhookApi } from "#components/webhooks/paths.ts";
import type { NewWebhookSecret, Webhook } from "#lib/protocol/wire/webhook.ts";

const OVERLAPS = ["0", "1", "24", "72", "168"] as const;
type Overlap = (typeof OVERLAPS)[number];

type AddSecretProps = {
  webhook: Webhook;
  onSecret: (secret: string) => void;
  onClose: () => void;
  returnFocus: RefObject<Element | null>;
};

/**
 * Adds a secret. For the overlap, deliveries are signed with the earlier ones too. Loaded on
 * demand.
 */
export default function AddSecret({ webhook, onSecret, onClose, returnFocus }: AddSecretProps) {
  const text = useText("webhooks");
  const [own, setOwn] = useState<string>();
  const [overlap, setOverlap] = useState<Overlap>("24");
  const [isTried, setTried] = useState(false);
  const isWrong = own !== undefined && !isOwnSecret(own);
  const { run, pending, error } = useAction(() =>
    write<NewWebhookSecret>("POST", `${webhookApi(webhook.id)}/secrets`, {
      overlap_hours: Number(overlap),
      ...(own !== undefined && { secret: own }),
    }),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWrong) return;
    const answer = await run();
    if (answer?.ok !== true) return;
    const { secret } = answer.body;
    onClose();
    if (secret !== null) onSecret(secret);
  };
  const leave = () => {
    if (!pending) onClose();
  };
  return (
    // The dialog stays open during the request, because only its response contains the secret.
    <Dialog open onOpenChange={leave} title={text("addSecret")} returnFocus={returnFocus}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <SecretChoice secret={own} isWrong={isTried && isWrong} onChange={setOwn} />
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
          <p className={overlap === "0" ? "text-2xs text-warn" : "text-2xs text-ink-muted"}>
            {text(overlap === "0" ? "overlapNow" : "overlapHint")}
          </p>
        </div>
        <ActionFailure error={error} />
        <FormButtons
          pending={pending}
          cancel={text("cancel")}
          action={text("addSecret")}
          onCancel={leave}
        />
      </form>
    </Dialog>
  );
}
