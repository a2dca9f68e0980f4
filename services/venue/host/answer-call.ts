/** Types of the functions that answer calls of gateways. */
import type { Call } from "#services/venue/link/messages.ts";
import type { Venue } from "#services/venue/venue.ts";
import type { TransferIndex } from "./transfer-index.ts";

/** What calls work with. */
export type HostContext = { venue: Venue; transfers: TransferIndex };
export type CallAnswer = { status: number; body: unknown };
export type AnswerCall = (context: HostContext, call: Call) => CallAnswer;
