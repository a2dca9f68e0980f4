"use client";

import { useEffect, useState } from "react";
import { type Answer, sendJson } from "#components/data/http.ts";
import type { AddressCheck } from "#lib/protocol/wire/machine-keys.ts";
import { ADDRESS_TEST } from "./bot-key.ts";

const DEBOUNCE_MS = 300;
const TIMEOUT_MS = 10_000;
/** The service reads no more of an entry; no address is longer. */
const ENTRY_LENGTH = 100;

type Checked =
  /** Not checked yet; `result` belongs to an earlier text. */
  | { state: "pending"; result?: AddressCheck | undefined }
  | { state: "done"; result: AddressCheck }
  | { state: "failed" };

/**
 * Has the service check the lines, and whether they allow `address`, after a pause in typing. Without an address only the
 * lines are checked.
 */
export function useAddressCheck(lines: readonly string[], address?: string): Checked {
  const question = JSON.stringify({
    allowlist: lines.map((line) => line.slice(0, ENTRY_LENGTH)),
    address,
  });
  const [answered, setAnswered] = useState<{ question: string; answer: Answer<AddressCheck> }>();
  useEffect(() => {
    const mine = new AbortController();
    const timer = setTimeout(() => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: question, signal: mine.signal };
      void sendJson<AddressCheck>(ADDRESS_TEST, init, TIMEOUT_MS).then((answer) => {
        if (!mine.signal.aborted) setAnswered({ question, answer });
      });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      mine.abort();
    };
  }, [question]);
  if (answered === undefined) return { state: "pending" };
  const { answer } = answered;
  const result = answer.ok ? answer.body : undefined;
  if (answered.question !== question) return { state: "pending", result };
  return result ? { state: "done", result } : { state: "failed" };
}
