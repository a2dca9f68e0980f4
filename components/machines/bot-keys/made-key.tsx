"use client";

import { useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { type Answer, sendJson } from "#components/data/http.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import type { KeyDialogProps } from "#components/machines/keys/key-kind.ts";
import { SecretOnce } from "#components/machines/parts/secret-once.tsx";
import { Snippets } from "#components/machines/parts/snippets.tsx";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { NewBotKey, WhoAmI } from "#lib/protocol/wire/machine-keys.ts";
import { BOT_PATH } from "./bot-key.ts";
import { type BotSecret, canSign, signCall } from "./sign-call.ts";
import { snippet, variables } from "./snippets.ts";

const TEST_TIMEOUT_MS = 10_000;

type MadeKeyProps = KeyDialogProps & { made: NewBotKey };

/** Shows id and secret once, with a test of the key and calls that use it. */
export function MadeKey({ made, onClose, returnFocus }: MadeKeyProps) {
  const text = useText("botKeys");
  const { origin } = window.location;
  const note = text("callsHint");
  const calls = (["typescript", "python", "shell"] as const).map((kind) => ({
    key: kind,
    label: text(kind),
    text: snippet(kind, origin),
    note,
  }));
  const environment = variables(made.id, made.secret);
  return (
    <SecretOnce
      title={text("madeTitle")}
      keeps={text("secretKeeps")}
      secrets={[
        { label: text("keyId"), value: made.id },
        { label: text("secret"), value: made.secret },
      ]}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      {canSign() ? <TestKey made={made} /> : <p className="text-xs">{text("testUnsafe")}</p>}
      <Snippets
        snippets={[{ key: "environment", label: text("environment"), text: environment }, ...calls]}
      />
    </SecretOnce>
  );
}

/** Calls the bot API as a program would: signed, and without the session cookie. */
async function testKey(key: BotSecret): Promise<Answer<WhoAmI>> {
  const path = `${BOT_PATH}/whoami`;
  const call = { path, timestamp: String(Date.now()), nonce: crypto.randomUUID() };
  const headers = await signCall(key, call);
  return sendJson<WhoAmI>(path, { headers, credentials: "omit" }, TEST_TIMEOUT_MS);
}

function TestKey({ made }: { made: NewBotKey }) {
  const text = useText("botKeys");
  const common = useText("keys");
  const [tested, setTested] = useState<Answer<WhoAmI> | "asked">();
  const test = async () => {
    if (tested === "asked") return;
    setTested("asked");
    setTested(await testKey(made));
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="md" aria-disabled={tested === "asked"} onClick={() => void test()}>
        {common(tested === "asked" ? "testing" : "test")}
      </Button>
      <p className="text-2xs text-ink-muted">{text("testHint")}</p>
      <output className="min-w-0 text-xs">
        {tested === undefined || tested === "asked" ? null : <Outcome answer={tested} />}
      </output>
    </div>
  );
}

function Outcome({ answer }: { answer: Answer<WhoAmI> }) {
  const text = useText("botKeys");
  const common = useText("keys");
  if (answer.ok) {
    const { address, canStageOrders } = answer.body;
    return (
      <span className="text-good">
        {text("testOk", { address: isolated(address) })}{" "}
        {text(canStageOrders ? "orders" : "readOnly")}
      </span>
    );
  }
  // The refusal comes after the check of the signature, so the key itself is right.
  if (answer.code === "ip_not_allowed") {
    return <span className="text-warn">{text("testElsewhere")}</span>;
  }
  return <span className="text-bad">{common("testFailed", { reason: failureText(answer) })}</span>;
}
