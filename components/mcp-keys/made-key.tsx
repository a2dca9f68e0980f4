"use client";

import { type RefObject, useState } from "react";
import { type Answer, sendJson } from "#components/http.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { SecretOnce } from "#components/keys/secret-once.tsx";
import { failureText } from "#components/settings-frame/failure-text.ts";
import { Button } from "#components/ui/button.tsx";
import { MCP_KEYS, type NewMcpKey } from "./mcp-key.ts";
import { SetUp } from "./set-up.tsx";

const TEST_TIMEOUT_MS = 10_000;

type MadeKeyProps = {
  made: NewMcpKey;
  baseUrl: string;
  onClose: () => void;
  returnFocus: RefObject<Element | null>;
};

/** The secret, once, with what can be done with it here. */
export function MadeKey({ made, baseUrl, onClose, returnFocus }: MadeKeyProps) {
  const text = useText("mcpKeys");
  return (
    <SecretOnce
      title={text("madeTitle")}
      secrets={[{ label: text("secret"), value: made.secret }]}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <TestKey secret={made.secret} />
      <SetUp baseUrl={baseUrl} secret={made.secret} />
    </SecretOnce>
  );
}

type Scope = "read:chat" | "read:points" | "read:market" | "trade:execute";
type Valid = { state: "active" | "expiring"; expiresAt: string; scopes: readonly Scope[] };

/** Shows the key at its door, as a program would: without the session's cookie. */
function TestKey({ secret }: { secret: string }) {
  const text = useText("mcpKeys");
  const states = useText("keys");
  const format = useFormat();
  const locale = useLocale();
  const [answer, setAnswer] = useState<Answer | "asked">();
  const test = async () => {
    if (answer === "asked") return;
    setAnswer("asked");
    const headers = { authorization: `Bearer ${secret}` };
    const init: RequestInit = { headers, credentials: "omit" };
    setAnswer(await sendJson(`${MCP_KEYS}/validate`, init, TEST_TIMEOUT_MS));
  };
  const said = () => {
    if (answer === undefined || answer === "asked") return null;
    if (!answer.ok) return text("testFailed", { reason: failureText(answer) });
    const { state, expiresAt, scopes } = answer.body as Valid;
    const at = Date.parse(expiresAt);
    const list = new Intl.ListFormat(INTL_LOCALE[locale]);
    return text("testOk", {
      state: states(`state_${state}`),
      time: `${format.date(at)} ${format.timeOfDay(at)}`,
      scopes: list.format(scopes.map((scope) => text(`scope_${scope}`))),
    });
  };
  const isRefused = typeof answer === "object" && !answer.ok;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        size="md"
        className="pointer-coarse:min-h-11"
        aria-disabled={answer === "asked"}
        onClick={() => void test()}
      >
        {text(answer === "asked" ? "testing" : "test")}
      </Button>
      <output className={isRefused ? "min-w-0 text-xs text-bad" : "min-w-0 text-xs text-good"}>
        {said()}
      </output>
    </div>
  );
}
