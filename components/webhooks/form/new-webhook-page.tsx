"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, lazy, useRef, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { BackLink } from "#components/webhooks/parts.tsx";
import { LIST_PAGE, WEBHOOKS_API, webhookPage } from "#components/webhooks/paths.ts";
import type { WebhookEventType } from "#lib/protocol/webhooks.ts";
import type { NewWebhook } from "#lib/protocol/wire/webhook.ts";
import { type DraftFault, draftFault, EMPTY_WEBHOOK_DRAFT, webhookBody } from "./draft.ts";
import { isOwnSecret, SecretChoice } from "./secret-choice.tsx";
import { useCheck } from "./use-check.ts";
import { WebhookFields } from "./webhook-fields.tsx";

const SecretOnce = lazy(async () => {
  const { SecretOnce: shown } = await import("#components/machines/parts/secret-once.tsx");
  return { default: shown };
});

/** Registers a webhook; a secret that the service made is shown once. */
export function NewWebhookPage() {
  const text = useText("webhooks");
  const router = useRouter();
  const [made, setMade] = useState<NewWebhook>();
  const leave = (id: string) => {
    router.push(webhookPage(id, "test"));
    router.refresh();
  };
  return (
    <>
      <SettingsPage title={text("newTitle")} intro={text("newIntro")}>
        <div className="flex flex-col gap-4">
          <BackLink href={LIST_PAGE}>{text("title")}</BackLink>
          <NewWebhookForm
            onMade={(webhook) => (webhook.secret === null ? leave(webhook.id) : setMade(webhook))}
          />
        </div>
      </SettingsPage>
      {made?.secret === undefined || made.secret === null ? null : (
        // Outside of the page, because the end of a session must not close a shown secret.
        <LazyBoundary onFailure={() => leave(made.id)}>
          <SecretOnce
            title={text("madeTitle")}
            keeps={`${text("secretKeeps")} ${text("secretStandardMade")}`}
            secrets={[{ label: text("secret"), value: made.secret }]}
            onClose={() => leave(made.id)}
          />
        </LazyBoundary>
      )}
    </>
  );
}

function NewWebhookForm({ onMade }: { onMade: (webhook: NewWebhook) => void }) {
  const text = useText("webhooks");
  const [draft, setDraft] = useState(EMPTY_WEBHOOK_DRAFT);
  const [ownSecret, setOwnSecret] = useState<string>();
  const [fault, setFault] = useState<DraftFault | "secret">();
  const urlField = useRef<HTMLInputElement>(null);
  const [previewType, setPreviewType] = useState<WebhookEventType>();
  const check = useCheck(draft, previewType);
  const { run, pending, error } = useAction(() =>
    write<NewWebhook>("POST", WEBHOOKS_API, {
      ...webhookBody(draft),
      ...(ownSecret !== undefined && { secret: ownSecret }),
    }),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isWrong = ownSecret !== undefined && !isOwnSecret(ownSecret);
    const found = draftFault(draft) ?? (isWrong ? "secret" : undefined);
    setFault(found);
    if (found === "url") urlField.current?.focus();
    if (found !== undefined) return;
    const answer = await run();
    if (answer?.ok === true) onMade(answer.body);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5 rounded-md border bg-surface p-4"
      onSubmit={(event) => void submit(event)}
    >
      <WebhookFields
        draft={draft}
        onChange={(next) => {
          setDraft(next);
          setFault(undefined);
        }}
        fault={fault === "secret" ? undefined : fault}
        check={check}
        urlField={urlField}
        onPreview={setPreviewType}
      />
      <SecretChoice
        secret={ownSecret}
        isWrong={fault === "secret"}
        onChange={(next) => {
          setOwnSecret(next);
          setFault(undefined);
        }}
      />
      <ActionFailure error={error} />
      <Button tone="primary" size="md" type="submit" aria-disabled={pending} className="self-start">
        {text(pending ? "creating" : "create")}
      </Button>
    </form>
  );
}
