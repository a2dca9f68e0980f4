"use client";

import { readJson } from "#components/data/http.ts";
import { type Repeated, useRepeatedRead } from "#components/data/use-repeated-read.ts";
import type { NotificationPage } from "#lib/protocol/wire/notification.ts";
import { INBOX, INBOX_EVERY_MS } from "./inbox.ts";

/** The newest notices, read now and again and again while the page is visible. */
export function useInbox(session: string | undefined): Repeated<NotificationPage> {
  return useRepeatedRead<NotificationPage>(
    session,
    (signal) => readJson<NotificationPage>(INBOX, signal),
    INBOX_EVERY_MS,
  );
}
