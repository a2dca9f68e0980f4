"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { write } from "#components/data/write.ts";
import { writeCookie } from "#components/frame/preferences/cookie.ts";
import { notify } from "#components/ui/notify.ts";
import { createFollowers } from "#components/ui/store.ts";
import { NO_CHOICES, type TagChoices } from "#lib/protocol/highlights.ts";
import type { AccountTagChoices } from "#lib/protocol/wire/highlights.ts";
import { parseTags, resolveChoices, TAGS_COOKIE, tagsText } from "./guest-tags.ts";

const URL = "/api/v1/highlights/tags";
/** Other devices of the account may change the tags. */
const POLL_MS = 60_000;

const guests = createFollowers();
let known = { text: "", choices: NO_CHOICES };

/** Returns the same object until the cookie changes. */
function guestChoices(): TagChoices {
  const pair = document.cookie.split("; ").find((one) => one.startsWith(`${TAGS_COOKIE}=`));
  const text = pair === undefined ? "" : pair.slice(TAGS_COOKIE.length + 1);
  if (text !== known.text) known = { text, choices: parseTags(decoded(text)) };
  return known.choices;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export type TagChoosing = {
  /** Undefined until the account's choices are known: no card may be shown before. */
  choices: TagChoices | undefined;
  /** Applies at once. A refused write is reported and undone. */
  change: (next: TagChoices) => void;
  hasFailed: boolean;
};

/** @param person names the signed-in user; undefined: a guest */
export function useTagChoices(person: string | undefined): TagChoosing {
  const guest = useSyncExternalStore(guests.subscribe, guestChoices, () => NO_CHOICES);
  const key = person === undefined ? undefined : `${URL} ${person}`;
  const read = useRepeatedRead(key, (signal) => readJson<AccountTagChoices>(URL, signal), POLL_MS);
  const { put, sent } = usePut(key, read.reload);
  const { data } = read;
  const isNew = data?.updated_at === null && tagsText(guest) !== tagsText(NO_CHOICES);
  useEffect(() => {
    if (isNew) put(guest);
    // oxlint-disable-next-line react/exhaustive-deps -- an account takes the browser's choices over once
  }, [isNew]);
  if (person === undefined) return { choices: guest, change: saveGuest, hasFailed: false };
  const choices = sent ?? (data === undefined ? undefined : resolveChoices(data, guest));
  return { choices, change: put, hasFailed: data === undefined && read.failure !== undefined };
}

function saveGuest(next: TagChoices): void {
  writeCookie(TAGS_COOKIE, tagsText(next));
  guests.notify();
}

/** Writes one after the other. The last sent choices count until all writes are answered. */
function usePut(key: string | undefined, reload: () => Promise<void>) {
  const [sent, setSent] = useState<{ key: string | undefined; choices: TagChoices }>();
  const queue = useRef(Promise.resolve());
  const newest = useRef<TagChoices>(undefined);
  const put = (choices: TagChoices) => {
    newest.current = choices;
    setSent({ key, choices });
    queue.current = queue.current.then(async () => {
      if (newest.current !== choices) return;
      const { muted, pinned } = choices;
      const answer = await write("PUT", URL, { muted, pinned });
      if (!answer.ok) notify({ tone: "bad", text: failureText(answer) });
      await reload();
      if (newest.current === choices) setSent(undefined);
    });
  };
  return { put, sent: sent?.key === key ? sent?.choices : undefined };
}
