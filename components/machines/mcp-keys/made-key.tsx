"use client";

import { useState } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { type Answer, sendJson } from "#components/data/http.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import type { KeyDialogProps } from "#components/machines/keys/key-kind.ts";
import { SecretOnce } from "#components/machines/parts/secret-once.tsx";
import { Button } from "#components/ui/button.tsx";
import type { NewMcpKey, ValidKey } from "#lib/protocol/wire/machine-keys.ts";
import { MCP_KEYS, MCP_PATH } from "./mcp-key.ts";
import { SetUp } from "./set-up.tsx";

const TEST_TIMEOUT_MS = 10_000;

type MadeKeyProps = KeyDialogProps & { made: NewMcpKey };

/** Shows the secret once, with a test of the key and set-up texts. */
export function MadeKey({ made, endpoint, onClose, returnFocus }: MadeKeyProps) {
  const text = useText("mcpKeys");
  return (
    <SecretOnce
      title={text("madeTitle")}
      keeps={text("secretKeeps")}
      secrets={[{ label: text("secret"), value: made.secret }]}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <TestKey secret={made.secret} />
      <SetUp endpoint={endpoint} secret={made.secret} />
    </SecretOnce>
  );
}

/** Results of the key's own check, and of listing the tools of the assistant endpoint. */
type Tested = { check: Answer<ValidKey>; tools: Answer<ToolList> | undefined };

/** The answer of JSON-RPC to tools/list; `result` is absent in a refusal. */
type ToolList = { result?: { tools?: readonly unknown[] } };

/** Sends the key to its endpoint as a program would, without the session cookie. */
async function testKey(secret: string): Promise<Tested> {
  const headers = { authorization: `Bearer ${secret}` };
  const omit = { credentials: "omit" } as const;
  const check = await sendJson<ValidKey>(
    `${MCP_KEYS}/validate`,
    { headers, ...omit },
    TEST_TIMEOUT_MS,
  );
  if (!check.ok) return { check, tools: undefined };
  const tools = await sendJson<ToolList>(
    MCP_PATH,
    {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      ...omit,
    },
    TEST_TIMEOUT_MS,
  );
  return { check, tools };
}

function TestKey({ secret }: { secret: string }) {
  const common = useText("keys");
  const [tested, setTested] = useState<Tested | "asked">();
  const test = async () => {
    if (tested === "asked") return;
    setTested("asked");
    setTested(await testKey(secret));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button size="md" aria-disabled={tested === "asked"} onClick={() => void test()}>
        {common(tested === "asked" ? "testing" : "test")}
      </Button>
      <output className="min-w-0 text-xs">
        {tested === undefined || tested === "asked" ? null : <Outcome tested={tested} />}
      </output>
    </div>
  );
}

function Outcome({ tested: { check, tools } }: { tested: Tested }) {
  const text = useText("mcpKeys");
  const common = useText("keys");
  const format = useFormat();
  const locale = useLocale();
  if (!check.ok) {
    return <span className="text-bad">{common("testFailed", { reason: failureText(check) })}</span>;
  }
  const { state, expiresAt, scopes } = check.body;
  const at = Date.parse(expiresAt);
  const list = new Intl.ListFormat(INTL_LOCALE[locale]);
  const works = text("testOk", {
    state: common(`state_${state}`),
    time: `${format.date(at)} ${format.timeOfDay(at)}`,
    scopes: list.format(scopes.map((scope) => text(`scope_${scope}`))),
  });
  return (
    <>
      <span className="text-good">{works}</span>{" "}
      {tools === undefined ? null : tools.ok ? (
        <span className="text-good">
          {text("testTools", { count: tools.body.result?.tools?.length ?? 0 })}
        </span>
      ) : (
        <span className="text-bad">{text("testNoTools", { reason: failureText(tools) })}</span>
      )}
    </>
  );
}
