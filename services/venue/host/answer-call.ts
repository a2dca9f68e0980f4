/** What answers a call of a gateway, and what it is given. */
import type { Call } from "#services/venue/link/messages.ts";
import type { Venue } from "#services/venue/venue.ts";
import type { TransferIndex } from "./transfer-index.ts";

export type HostContext = { venue: Venue; transfers: TransferIndex };
export type CallAnswer = { status: number; body: unknown };
export type AnswerCall = (context: HostContext, call: Call) => CallAnswer;
