/** The venue's feed of what happens in all accounts, for notices to their owners. */
import type { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import { jsonGet, keepAliveAgent, UpstreamError } from "#lib/kernel/http/http-client.ts";
import { VenueAddresses } from "#lib/kernel/http/venue-addresses.ts";
import {
  compareNoticeIds,
  type NoticeFeed,
  type NoticePage,
  VenueNoticePage,
} from "#lib/protocol/wire/venue-notices.ts";

const TIMEOUT_MS = 5_000;
/** Half of the venue's maximum, so that a page of orders is parsed at once without a pause to notice. */
const PAGE_SIZE = 500;
/** Three times a page of the longest orders. */
const MAX_ANSWER_BYTES = 3_000_000;

export function createNoticeFeed({
  url: addresses,
  key,
  timeoutMs = TIMEOUT_MS,
}: {
  /** Address of the venue, without a slash at its end; several are separated by commas. */
  url: string;
  /** The reader key. */
  key: Secret;
  timeoutMs?: number;
}): NoticeFeed {
  const venue = new VenueAddresses(addresses);
  const agent = keepAliveAgent(addresses);
  return {
    readNotices: (after, signal) =>
      venue.read(async (address) => {
        const behind = after === undefined ? "" : `after=${encodeURIComponent(after)}&`;
        const url = `${address}/v1/operator/notices?${behind}page_size=${PAGE_SIZE}`;
        const { value } = await jsonGet(url, {
          agent,
          timeoutMs,
          maxBytes: MAX_ANSWER_BYTES,
          peer: "venue",
          headers: { authorization: `Bearer ${key.reveal()}` },
          signal,
        });
        const { results: notices, next, last } = checked(url, VenueNoticePage, value);
        const page = { notices, next, last };
        requireSequence(url, page, after);
        return page;
      }),
    close: () => agent.destroy(),
  };
}

/** Rejects a page that does not continue at the requested place: a notice that is skipped never arrives. */
function requireSequence(
  url: string,
  { notices, next }: NoticePage,
  after: string | undefined,
): void {
  if (notices.length > PAGE_SIZE || (after === undefined && notices.length > 0)) {
    throw new UpstreamError("unexpected", `${url} answered ${notices.length} notices`);
  }
  let before = after;
  for (const { id } of notices) {
    if (before !== undefined && compareNoticeIds(id, before) <= 0) {
      throw new UpstreamError("unexpected", `${url} answered notice ${id} behind ${before}`);
    }
    before = id;
  }
  if (next !== null && (notices.length === 0 || next !== before)) {
    throw new UpstreamError("unexpected", `${url} goes on at ${next}, not at its last notice`);
  }
}

function checked<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? "" : ` (${issue.path.join(".")}: ${issue.message})`;
  throw new UpstreamError("unexpected", `${url} answered in another form than documented${where}`);
}
