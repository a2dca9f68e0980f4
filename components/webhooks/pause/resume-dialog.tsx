"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { notify } from "#components/ui/notify.ts";
import { webhookApi } from "#components/webhooks/paths.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";

type ResumeDialogProps = {
  webhook: Webhook;
  onChange: () => Promise<void>;
  onClose: () => void;
};

/**
 * Says what will be sent, and sends dead deliveries again unless the user unticks that. Loaded on
 * demand.
 */
export default function ResumeDialog({ webhook, onChange, onClose }: ResumeDialogProps) {
  const text = useText("webhooks");
  const router = useRouter();
  const { id, waiting, dead } = webhook;
  const [replays, setReplays] = useState(true);
  const { run, pending, error } = useAction(() =>
    write("POST", `${webhookApi(id)}/resume`, { replay_dead: replays && dead > 0 }),
  );
  const resume = async () => {
    const answer = await run();
    if (answer?.ok !== true) return;
    notify({ tone: "good", text: text("resumed") });
    onClose();
    await onChange();
    // The navigation counts paused webhooks.
    router.refresh();
  };
  return (
    <Dialog open onOpenChange={onClose} title={text("resumeTitle")}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void resume();
        }}
      >
        <p>{waiting === 0 ? text("resumeEmpty") : text("resumeWaiting", { count: waiting })}</p>
        {dead === 0 ? null : (
          <div className="[&>label]:pointer-coarse:min-h-11">
            <Check
              label={text("replayDead", { count: Math.min(dead, WEBHOOK_LIMITS.recovered) })}
              checked={replays}
              onChange={setReplays}
            />
          </div>
        )}
        <ActionFailure error={error} />
        <FormButtons
          pending={pending}
          cancel={text("cancel")}
          action={text("resume")}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
