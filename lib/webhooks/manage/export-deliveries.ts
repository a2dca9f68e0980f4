/** The deliveries of a webhook as a CSV file. */
import { processSlot } from "#lib/kernel/process-slot.ts";
import "server-only";
import type { z } from "zod";
import { CSV_TYPE } from "#lib/platform/downloads/csv-cells.ts";
import { type Column, csvOfPages, figure, text } from "#lib/platform/downloads/csv-pages.ts";
import {
  answerFile,
  fileHeaders,
  fileTime,
  madeAhead,
} from "#lib/platform/downloads/file-answer.ts";
import { type Downloads, downloadsOneAtATime } from "#lib/platform/downloads/one-at-a-time.ts";
import type { WebhookDeliverySummary } from "#lib/protocol/wire/webhook.ts";
import { type ManagerContext, requireManager } from "#lib/webhooks/core/manager.ts";
import { type DeliveriesQuery, listDeliveries } from "./read-deliveries.ts";

const slot = processSlot<Downloads>("webhook-downloads");
slot.value ??= downloadsOneAtATime();
const downloads = slot.value;

const PAGE_DELIVERIES = 1_000;

const COLUMNS: readonly Column<WebhookDeliverySummary>[] = [
  text("id", ({ id }) => id),
  text("type", ({ type }) => type),
  text("created_at", (row) => row.created_at),
  text("dedup_key", (row) => row.dedup_key),
  text("livemode", ({ livemode }) => livemode),
  text("replay_of", (row) => row.replay_of),
  text("state", ({ state }) => state),
  figure("attempts", ({ attempts }) => attempts),
  text("next_attempt_at", (row) => row.next_attempt_at),
  text("ended_at", (row) => row.ended_at),
  text("last_error", (row) => row.last_error),
];

type Call = {
  ctx: ManagerContext;
  input: {
    params: { id: string };
    query: z.output<typeof DeliveriesQuery>;
    request: Request;
  };
};

/**
 * All that pass the filters, newest first. @throws the errors of {@link listDeliveries}, and
 * RATE_LIMITED during another export
 */
export async function exportDeliveries({ ctx, input }: Call): Promise<Response> {
  const { params, request } = input;
  const read = async (cursor: string | undefined) => {
    const query = { ...input.query, limit: PAGE_DELIVERIES, cursor };
    const { deliveries, next } = await listDeliveries({ ctx, input: { params, query } });
    return { results: deliveries, next };
  };
  const download = downloads.begin(requireManager(ctx.actor));
  const name = `svc-webhook-deliveries-${params.id}-${fileTime(ctx.now)}.csv`;
  return answerFile({
    download,
    request,
    parts: madeAhead(csvOfPages(COLUMNS, read, download.signal)),
    headers: fileHeaders({ type: CSV_TYPE, name }),
  });
}
