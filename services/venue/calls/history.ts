/** Fills and funding of the caller's account, newest first. */

import type { FillPage } from "#services/venue/history/history-reader.ts";
import type { Call } from "#services/venue/link/messages.ts";
import type { AnswerCall, CallAnswer } from "./answer-call.ts";
import { numberParam, textParam } from "./params.ts";
import { marketOf, type Venue } from "./venue.ts";

export const getFills: AnswerCall = ({ venue }, call) =>
  page(call, (query) => venue.history.fills(ownQuery(venue, call, query)));

export const getFunding: AnswerCall = ({ venue }, call) =>
  page(call, (query) => venue.history.funding(ownQuery(venue, call, query)));

function ownQuery(venue: Venue, call: Call, limit: number): FillPage {
  const market = textParam(call, "market");
  const before = numberParam(call, "cursor");
  return {
    account: call.account ?? "",
    ...(market !== undefined && { market: marketOf(venue, market).listing.symbol }),
    ...(before !== undefined && { before }),
    startAt: numberParam(call, "startAt"),
    endAt: numberParam(call, "endAt"),
    orderId: numberParam(call, "orderId"),
    limit,
  };
}

function page(call: Call, read: (limit: number) => { id: number }[]): CallAnswer {
  const pageSize = numberParam(call, "pageSize") ?? 0;
  const found = read(pageSize + 1);
  const results = found.slice(0, pageSize);
  const last = results.at(-1);
  const next = found.length > pageSize && last !== undefined ? String(last.id) : null;
  return { status: 200, body: { results, next } };
}
