"use client";

import { useId, useState } from "react";
import type { ApiParameter } from "#components/machines/parts/api-document.ts";
import { Button } from "#components/ui/button.tsx";

/** Longer answers are cut: a browser is slow to show them. */
const MAX_SHOWN = 20_000;
const TIMEOUT_MS = 15_000;

type Texts = {
  tryIt: string;
  send: string;
  sending: string;
  unreachable: string;
  answered: string;
};

type TryOperationProps = { path: string; parameters: readonly ApiParameter[]; texts: Texts };

type Shown = { status: string; body: string };

/** Sends a read to this service, with the session of the browser, and shows the answer. */
export function TryOperation({ path, parameters, texts }: TryOperationProps) {
  const [shown, setShown] = useState<Shown>();
  const [isSending, setSending] = useState(false);
  const id = useId();
  const send = async (given: FormData) => {
    setSending(true);
    setShown(await ask(addressOf(path, parameters, given), texts));
    setSending(false);
  };
  return (
    <details className="rounded-md border bg-surface">
      <summary className="flex min-h-9 cursor-pointer items-center px-3 text-xs font-medium hover:bg-hover pointer-coarse:min-h-11">
        {texts.tryIt}
      </summary>
      <form
        className="flex flex-col gap-2 border-t p-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) void send(new FormData(event.currentTarget));
        }}
      >
        {parameters.map(({ name, required, example }) => (
          <div key={name} className="flex flex-wrap items-center gap-2 text-xs">
            <label htmlFor={`${id}${name}`} className="w-40 font-mono break-all">
              {name}
            </label>
            <input
              id={`${id}${name}`}
              name={name}
              required={required}
              defaultValue={required ? String(example) : ""}
              autoComplete="off"
              spellCheck={false}
              className="h-9 min-w-0 flex-1 rounded border border-line-strong bg-raised px-2.5 font-mono pointer-coarse:h-11 pointer-coarse:text-base"
            />
          </div>
        ))}
        <div className="flex items-center gap-3 text-xs">
          <Button type="submit" aria-disabled={isSending} className="pointer-coarse:min-h-11">
            {isSending ? texts.sending : texts.send}
          </Button>
          <output className="font-mono">{shown?.status}</output>
        </div>
        {shown === undefined ? null : (
          <section
            aria-label={texts.answered}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
            tabIndex={0}
            className="max-h-96 overflow-auto rounded bg-raised p-3"
          >
            <pre className="font-mono text-2xs leading-5">{shown.body}</pre>
          </section>
        )}
      </form>
    </details>
  );
}

function addressOf(path: string, parameters: readonly ApiParameter[], given: FormData): string {
  const valueOf = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value : "";
  };
  const filled = parameters
    .filter((one) => one.in === "path")
    .reduce((made, { name }) => made.replace(`{${name}}`, encodeURIComponent(valueOf(name))), path);
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === "query" && valueOf(one.name) !== "")
      .map(({ name }) => [name, valueOf(name)]),
  );
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

async function ask(address: string, { unreachable }: Texts): Promise<Shown> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await answer.text();
    return { status: `${answer.status} ${answer.statusText}`.trim(), body: pretty(body) };
  } catch {
    return { status: "", body: unreachable };
  }
}

function pretty(body: string): string {
  let text = body;
  try {
    text = JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    // It is shown as it came.
  }
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text;
}
