/** The process part that keeps the inboxes of accounts small. */
import "server-only";
import { startTrimmingInboxes } from "#lib/platform/inbox/trim-inboxes.ts";
import { type ProcessPart, processPart } from "#lib/platform/process-part.ts";

export const identityParts: readonly ProcessPart[] = [
  processPart("inbox clean-up", startTrimmingInboxes),
];
