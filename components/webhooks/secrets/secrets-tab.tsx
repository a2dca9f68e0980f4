"use client";

import { lazy, useRef, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { Section } from "#components/ui/section.tsx";
import { webhookApi } from "#components/webhooks/paths.ts";
import type { TabProps } from "#components/webhooks/tab-props.ts";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";

const AddSecret = lazy(() => import("./add-secret.tsx"));
const ConfirmDialog = lazy(() => import("#components/frame/settings/confirm-dialog.tsx"));

type Secret = Webhook["secrets"][number];

/** The valid secrets, and a rotation in three steps. */
export default function SecretsTab({ webhook, onChange, onSecret }: TabProps) {
  const text = useText("webhooks");
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Secret>();
  const add = useRef<HTMLButtonElement>(null);
  const { secrets } = webhook;
  const isFull = secrets.length >= WEBHOOK_LIMITS.secrets;
  const end = () => {
    setAdding(false);
    setEnding(undefined);
    void onChange();
  };
  return (
    <Section
      title={text("tab_secrets")}
      actions={
        isFull ? null : (
          <Button ref={add} size="md" tone="primary" onClick={() => setAdding(true)}>
            {text("addSecret")}
          </Button>
        )
      }
    >
      <p className="max-w-2xl text-ink-muted">{text("secretsText")}</p>
      <p className="mt-2 max-w-2xl text-xs text-ink-muted">{text("secretStandardMade")}</p>
      <p className="mt-1 max-w-2xl text-xs text-ink-muted">{text("secretStandardOwn")}</p>
      <ol className="mt-3 grid gap-2 text-xs text-ink-muted sm:grid-cols-3">
        {(["rotate1", "rotate2", "rotate3"] as const).map((step, index) => (
          <li key={step} className="rounded border border-line p-2.5">
            <span className="font-semibold text-ink">{index + 1}.</span> {text(step)}
          </li>
        ))}
      </ol>
      {isFull ? (
        <p className="mt-3 text-xs text-warn">{text("secretsFull", { count: secrets.length })}</p>
      ) : null}
      <ul aria-label={text("tab_secrets")} className="mt-4 divide-y rounded border">
        {secrets.map((secret, index) => (
          <SecretRow
            key={secret.id}
            secret={secret}
            isNewest={index === 0}
            onEnd={secrets.length === 1 ? undefined : () => setEnding(secret)}
          />
        ))}
      </ul>
      {isAdding ? (
        <LazyBoundary onFailure={end}>
          <AddSecret webhook={webhook} onSecret={onSecret} onClose={end} returnFocus={add} />
        </LazyBoundary>
      ) : null}
      {ending === undefined ? null : (
        <LazyBoundary onFailure={end}>
          <EndSecret webhook={webhook} secret={ending} onClose={end} />
        </LazyBoundary>
      )}
    </Section>
  );
}

type SecretRowProps = {
  secret: Secret;
  isNewest: boolean;
  /** Absent for the last secret, because a webhook always has one. */
  onEnd: (() => void) | undefined;
};

function SecretRow({ secret, isNewest, onEnd }: SecretRowProps) {
  const text = useText("webhooks");
  const { id, created_at: createdAt, retires_at: retiresAt } = secret;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 p-3 text-sm">
      <bdi dir="ltr" translate="no" className="font-mono text-xs [overflow-wrap:anywhere]">
        {id}
      </bdi>
      {isNewest ? <Chip tone="good">{text("newest")}</Chip> : null}
      <span className="flex flex-wrap gap-x-1.5 text-xs text-ink-muted">
        {text("added")} <Ago at={createdAt} exact />
      </span>
      {retiresAt === null ? null : (
        <span className="flex flex-wrap gap-x-1.5 text-xs text-warn">
          {text("signsUntil")} <Ago at={retiresAt} exact />
        </span>
      )}
      {onEnd === undefined ? null : (
        <Button
          className="ms-auto !text-bad pointer-coarse:min-h-11"
          aria-label={text("endSecretOf", { id })}
          onClick={onEnd}
        >
          {text("endSecret")}
        </Button>
      )}
    </li>
  );
}

type EndSecretProps = { webhook: Webhook; secret: Secret; onClose: () => void };

function EndSecret({ webhook, secret, onClose }: EndSecretProps) {
  const text = useText("webhooks");
  const { run, pending, error } = useAction(() =>
    write("DELETE", `${webhookApi(webhook.id)}/secrets/${secret.id}`),
  );
  const confirm = async () => {
    const answer = await run();
    if (answer?.ok !== true) return;
    notify({ tone: "good", text: text("secretEnded") });
    onClose();
  };
  return (
    <ConfirmDialog
      title={text("endSecretTitle")}
      action={text("endSecret")}
      pending={pending}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{text("endSecretText")}</p>
    </ConfirmDialog>
  );
}
