"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, lazy, useRef, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { Section } from "#components/ui/section.tsx";
import {
  type DraftFault,
  draftFault,
  draftFromWebhook,
  webhookBody,
} from "#components/webhooks/form/draft.ts";
import { useCheck } from "#components/webhooks/form/use-check.ts";
import { WebhookFields } from "#components/webhooks/form/webhook-fields.tsx";
import { LIST_PAGE, webhookApi } from "#components/webhooks/paths.ts";
import type { TabProps } from "#components/webhooks/tab-props.ts";
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";

const ConfirmDialog = lazy(() => import("#components/frame/settings/confirm-dialog.tsx"));

/** Changes the webhook, pauses it, and deletes it. */
export default function SettingsTab(props: TabProps) {
  return (
    <div className="flex flex-col gap-4">
      <ChangeForm {...props} />
      {props.webhook.status === "active" ? <PauseSection {...props} /> : null}
      <DeleteSection {...props} />
    </div>
  );
}

function ChangeForm({ webhook, onChange }: TabProps) {
  const text = useText("webhooks");
  const [draft, setDraft] = useState(() => draftFromWebhook(webhook));
  const [fault, setFault] = useState<DraftFault>();
  const urlField = useRef<HTMLInputElement>(null);
  const [previewType, setPreviewType] = useState<WebhookEventType>();
  const check = useCheck(draft, previewType);
  const { run, pending, error } = useAction(() =>
    write<Webhook>("PATCH", webhookApi(webhook.id), webhookBody(draft)),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = draftFault(draft);
    setFault(found);
    if (found === "url") urlField.current?.focus();
    if (found !== undefined) return;
    const answer = await run();
    if (answer?.ok !== true) return;
    notify({ tone: "good", text: text("saved") });
    // What was typed as a header's value is stored now, and not shown again.
    setDraft(draftFromWebhook(answer.body));
    await onChange();
  };
  return (
    <Section title={text("tab_settings")}>
      <form noValidate className="flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        <WebhookFields
          draft={draft}
          onChange={(next) => {
            setDraft(next);
            setFault(undefined);
          }}
          fault={fault}
          check={check}
          urlField={urlField}
          onPreview={setPreviewType}
          storedUrl={webhook.url}
        />
        <p className="text-2xs text-ink-muted">{text("saveHint")}</p>
        <ActionFailure error={error} />
        <Button
          tone="primary"
          size="md"
          type="submit"
          aria-disabled={pending}
          className="self-start"
        >
          {text(pending ? "saving" : "save")}
        </Button>
      </form>
    </Section>
  );
}

function PauseSection({ webhook, onChange }: TabProps) {
  const text = useText("webhooks");
  const router = useRouter();
  const { run, pending, error } = useAction(() =>
    write("POST", `${webhookApi(webhook.id)}/pause`, {}),
  );
  const pause = async () => {
    const answer = await run();
    if (answer?.ok !== true) return;
    await onChange();
    router.refresh();
  };
  return (
    <Section
      title={text("pauseTitle")}
      actions={
        <Button size="md" aria-disabled={pending} onClick={() => void pause()}>
          {text("pause")}
        </Button>
      }
    >
      <p className="max-w-2xl text-ink-muted">{text("pauseText")}</p>
      <ActionFailure error={error} />
    </Section>
  );
}

function DeleteSection({ webhook, onDeleting }: TabProps) {
  const text = useText("webhooks");
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const { run, pending, error } = useAction(() => write("DELETE", webhookApi(webhook.id)));
  const remove = async () => {
    onDeleting(true);
    const answer = await run();
    if (answer?.ok !== true) return onDeleting(false);
    notify({ tone: "good", text: text("deleted") });
    router.push(LIST_PAGE);
    router.refresh();
  };
  return (
    <Section
      title={text("delete")}
      actions={
        <Button size="md" className="!text-bad" onClick={() => setAsking(true)}>
          {text("delete")}
        </Button>
      }
    >
      <p className="max-w-2xl text-ink-muted">{text("deleteText")}</p>
      {isAsking ? (
        <LazyBoundary onFailure={() => setAsking(false)}>
          <ConfirmDialog
            title={text("deleteAsk")}
            action={text("delete")}
            pending={pending}
            error={error}
            onConfirm={() => void remove()}
            onClose={() => setAsking(false)}
          >
            <p>{text("deleteText")}</p>
            {webhook.waiting === 0 ? null : (
              <p className="text-warn">{text("deleteWaiting", { count: webhook.waiting })}</p>
            )}
          </ConfirmDialog>
        </LazyBoundary>
      ) : null}
    </Section>
  );
}
