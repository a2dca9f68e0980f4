"use client";

import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { notify } from "#components/ui/notify.ts";
import { webhookApi } from "#components/webhooks/paths.ts";
import type { Webhook, WebhookReplay } from "#lib/protocol/wire/webhook.ts";

type ReplayDialogProps = {
  webhook: Webhook;
  ids: readonly string[];
  onClose: (isDone: boolean) => void;
};

/** Sends chosen deliveries again. Loaded on demand. */
export default function ReplayDialog({ webhook, ids, onClose }: ReplayDialogProps) {
  const text = useText("webhooks");
  const { run, pending, error } = useAction(() =>
    write<WebhookReplay>("POST", `${webhookApi(webhook.id)}/replay`, { delivery_ids: ids }),
  );
  const replay = async () => {
    const answer = await run();
    if (answer?.ok !== true) return;
    notify({ tone: "good", text: text("replayed", { count: answer.body.replayed.length }) });
    onClose(true);
  };
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      title={text("replayTitle", { count: ids.length })}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void replay();
        }}
      >
        <p>{text("replayText")}</p>
        {webhook.status === "paused" ? <p className="text-warn">{text("replayPaused")}</p> : null}
        <ActionFailure error={error} />
        <FormButtons
          pending={pending}
          cancel={text("cancel")}
          action={text(pending ? "sending" : "replay")}
          onCancel={() => onClose(false)}
        />
      </form>
    </Dialog>
  );
}
