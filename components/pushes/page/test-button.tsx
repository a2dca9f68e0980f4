"use client";

import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SUBSCRIPTIONS_URL } from "#components/pushes/push-client.ts";
import { Button } from "#components/ui/button.tsx";
import { notify } from "#components/ui/notify.ts";
import type { PushTestResult } from "#lib/protocol/wire/pushes.ts";

type TestButtonProps = {
  id: string;
  /** The browser's name, when the page shows several buttons. */
  name?: string;
  onSent: () => void;
};

/** Sends a test push to one browser and shows the result. */
export function TestButton({ id, name, onSent }: TestButtonProps) {
  const text = useText("pushes");
  const test = useAction<void, PushTestResult>(() =>
    write<PushTestResult>("POST", `${SUBSCRIPTIONS_URL}/${encodeURIComponent(id)}/test`),
  );
  const send = async () => {
    const answer = await test.run();
    if (answer?.ok) {
      const { outcome, local_subject: isLocal } = answer.body;
      const result = outcome === "refused" && isLocal ? "refusedLocal" : outcome;
      notify({ tone: outcome === "sent" ? "good" : "bad", text: text(`test_${result}`) });
      onSent();
    } else if (test.error) notify({ tone: "bad", text: test.error });
  };
  return (
    <Button
      size="md"
      aria-disabled={test.pending}
      aria-label={name === undefined ? undefined : text("sendTestTo", { browser: name })}
      onClick={() => void send()}
    >
      {text("sendTest")}
    </Button>
  );
}
