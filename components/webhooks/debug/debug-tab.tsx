"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { Section } from "#components/ui/section.tsx";
import { CodeArea } from "#components/webhooks/parts.tsx";
import { webhookApi } from "#components/webhooks/paths.ts";
import type { TabProps } from "#components/webhooks/tab-props.ts";
import { SIGNATURE_TOLERANCE_S } from "#lib/protocol/webhooks.ts";
import type { SignatureDiagnosis, Webhook } from "#lib/protocol/wire/webhook.ts";
import { RawBody } from "./raw-body.tsx";

/**
 * Says why a receiver refuses a signature. It never shows a signature, because anyone could use it
 * for a forgery.
 */
export default function DebugTab({ webhook }: TabProps) {
  const text = useText("webhooks");
  const [signature, setSignature] = useState("");
  const [body, setBody] = useState("");
  const [found, setFound] = useState<SignatureDiagnosis>();
  const { run, pending, error } = useAction(() =>
    write<SignatureDiagnosis>("POST", `${webhookApi(webhook.id)}/diagnose`, { signature, body }),
  );
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFound(undefined);
  };
  const isEmpty = signature.trim() === "" || body === "";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    const answer = await run();
    if (answer?.ok === true) setFound(answer.body);
  };
  return (
    <Section title={text("debugTitle")}>
      <p className="max-w-2xl text-ink-muted">{text("debugText")}</p>
      <form
        noValidate
        className="mt-3 flex flex-col gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <Labelled
          label={text("debugSignature")}
          hint={`${isolated("t=1767225600,v1=5257a869…")} · ${isolated("webhook-signature: v1,K5oZfzN9…")}`}
        >
          {(ids) => (
            <input
              {...ids}
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
              value={signature}
              onChange={({ currentTarget }) => change(setSignature)(currentTarget.value)}
              className={`${FIELD_BOX} font-mono !text-xs`}
            />
          )}
        </Labelled>
        <Labelled label={text("debugBody")} hint={text("debugBodyHint")}>
          {(ids) => <CodeArea ids={ids} value={body} rows={7} onChange={change(setBody)} />}
        </Labelled>
        <ActionFailure error={error} />
        <Button
          tone="primary"
          size="md"
          type="submit"
          aria-disabled={pending || isEmpty}
          className="self-start"
        >
          {text(pending ? "checking" : "check")}
        </Button>
      </form>
      <output className="mt-4 !block empty:!hidden">
        {found === undefined ? null : <Finding found={found} webhook={webhook} />}
      </output>
    </Section>
  );
}

function Finding({ found, webhook }: { found: SignatureDiagnosis; webhook: Webhook }) {
  const text = useText("webhooks");
  const { ok, problem, secret_id: secretId, age_seconds: age } = found;
  const values = { seconds: String(Math.abs(age ?? 0)), most: String(SIGNATURE_TOLERANCE_S) };
  const isOlder = secretId !== null && webhook.secrets[0]?.id !== secretId;
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <div
      className={`flex gap-2.5 rounded border p-3 ${ok ? "border-line-strong" : "border-warn-line bg-warn-soft"}`}
    >
      <Icon size={18} aria-hidden className={`mt-0.5 shrink-0 ${ok ? "text-good" : "text-warn"}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
        <p className="font-medium">
          {problem === null ? text("debugOk") : text(`problem_${problem}`, values)}
        </p>
        {problem === null ? null : <p className="text-ink-muted">{text(`remedy_${problem}`)}</p>}
        {secretId === null ? null : (
          <p className="text-xs text-ink-muted">
            {text(isOlder ? "debugOlderSecret" : "debugSecret", { id: isolated(secretId) })}
          </p>
        )}
        {problem === "reserialised" || problem === "mismatch" ? <RawBody /> : null}
      </div>
    </div>
  );
}
