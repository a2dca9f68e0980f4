/** What happened to all accounts, for the notices of their owners. The gateway has checked the reader key. */
import { parseEventId } from "#services/venue/link/event-id.ts";
import type { AnswerCall } from "./answer-call.ts";
import { numberParam, textParam } from "./params.ts";

/** A reader that keeps the last id gets each notice once, if it comes back within a day. */
export const getNotices: AnswerCall = ({ venue }, call) => {
  const last = venue.history.lastEventId();
  const after = parseEventId(textParam(call, "after") ?? "");
  if (after === undefined) return { status: 200, body: { results: [], next: null, last } };
  const pageSize = numberParam(call, "pageSize") ?? 0;
  const found = venue.history.notices(after, pageSize + 1);
  const results = found.slice(0, pageSize);
  const next = found.length > pageSize ? (results.at(-1)?.id ?? null) : null;
  return { status: 200, body: { results, next, last } };
};
