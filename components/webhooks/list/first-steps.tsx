"use client";

import { useRouter } from "next/navigation";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { deliveryPage, receiverApi, WEBHOOKS_API, webhookApi } from "#components/webhooks/paths.ts";
import type { NewWebhook, WebhookTest } from "#lib/protocol/wire/webhook.ts";

/** The empty page: webhooks in three steps, and a trial that needs no server. */
export function FirstSteps({ receiverUrl }: { receiverUrl: string | undefined }) {
  const text = useText("webhooks");
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={text("emptyTitle")} className="rounded-md border bg-surface p-4">
        <h2 className="text-sm font-semibold">{text("emptyTitle")}</h2>
        <ol className="mt-3 grid gap-3 sm:grid-cols-3">
          {(["step1", "step2", "step3"] as const).map((step, index) => (
            <li key={step} className="flex gap-2.5 rounded border border-line p-3">
              <span
                aria-hidden
                className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
              >
                {index + 1}
              </span>
              <p className="text-sm text-ink-muted">{text(step)}</p>
            </li>
          ))}
        </ol>
      </section>
      {receiverUrl === undefined ? null : <TryIt receiverUrl={receiverUrl} />}
    </div>
  );
}

/** Registers a webhook at the simulated receiver, and sends a test to it. */
function TryIt({ receiverUrl }: { receiverUrl: string }) {
  const text = useText("webhooks");
  const router = useRouter();
  const { run, pending, error } = useAction(async () => {
    const name = `try-${crypto.randomUUID().slice(0, 8)}`;
    const made = await write<NewWebhook>("POST", WEBHOOKS_API, {
      url: `${receiverUrl}${name}`,
      events: ["agentic.intent", "agentic.executed"],
    });
    if (!made.ok) return made;
    // The receiver gets the secret, so that it checks signatures as a user's program would.
    const configured = await write("PUT", receiverApi(name), { secret: made.body.secret });
    if (!configured.ok) return configured;
    const { id } = made.body;
    const sent = await write<WebhookTest>("POST", `${webhookApi(id)}/test`, {
      type: "agentic.intent",
    });
    if (sent.ok) router.push(deliveryPage(id, sent.body.delivery_id));
    return sent;
  });
  return (
    <section
      aria-label={text("tryTitle")}
      className="flex flex-col items-start gap-3 rounded-md border border-dashed p-4"
    >
      <h2 className="text-sm font-semibold">{text("tryTitle")}</h2>
      <p className="max-w-2xl text-ink-muted">{text("tryText")}</p>
      <Button size="md" aria-disabled={pending} onClick={() => void run()}>
        {text(pending ? "sending" : "try")}
      </Button>
      <ActionFailure error={error} />
    </section>
  );
}
