/** Reads and signed writes of the signed-in account: the app adds the venue key, and changes nothing. */
import "server-only";
import type { z } from "zod";
import type { AuditEntry } from "#lib/identity/audit/audit-entry.ts";
import { recordAudit } from "#lib/identity/audit/audit-log.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { HttpAnswer } from "#lib/kernel/http/http-client.ts";
import type { Client, WalletActor } from "#lib/platform/actor.ts";
import { config } from "#lib/platform/config/config.ts";
import { database } from "#lib/platform/db/client.ts";
import { SIGNATURE_HEADER } from "#lib/protocol/signing/signing.ts";
import { SignerRecord, TransferAnswer } from "#lib/protocol/wire/account.ts";
import {
  askVenue,
  checkedBody,
  errorCode,
  reportOnce,
  type VenueRequest,
  verbatim,
} from "./ask-venue.ts";
import { type AccountReader, requireAccount } from "./expected-account.ts";
import { findKey, removeKey } from "./key-store.ts";
import { registrationHeaders, signatureHeaders } from "./signature-headers.ts";

type ReadContext = { actor: AccountReader; now: number };
type Context = ReadContext & { actor: WalletActor };
type RecordedContext = Context & { client: Client };
type SignedInput = { request: Request; rawBody: Uint8Array };

/** Answers after which a key never works again. */
const DEAD_KEY = new Set(["UNKNOWN_API_KEY", "EXPIRED_API_KEY"]);

/** `path` from /v1 on, and the contract of its successful answer. */
export type VenueRead<Contract extends z.ZodType = z.ZodType> = {
  path: string;
  contract: Contract;
  /** The venue gives it to a key of the account only. */
  needsKey?: true;
};

/**
 * Passes the venue's answer on byte for byte. `expected` is the account that the caller asks about, if it named one.
 * @throws ACCOUNT_MISMATCH, TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE (also for an answer that breaks its contract)
 */
export async function forwardRead(
  ctx: ReadContext,
  read: VenueRead,
  expected: string | undefined,
): Promise<Response> {
  requireAccount(ctx.actor, expected);
  const answer = await ask(ctx, read);
  if (answer.status === 200) checkedBody(answer, read);
  return verbatim(answer);
}

/**
 * The body of an account's read.
 * @throws TRADING_NOT_ENABLED also for a key that the venue no longer accepts, VENUE_TIMEOUT, VENUE_UNREACHABLE also for any other
 * refusal and for an answer that breaks its contract
 */
export async function readVenue<Contract extends z.ZodType>(
  ctx: ReadContext,
  read: VenueRead<Contract>,
): Promise<z.output<Contract>> {
  const { answer } = await askWithKey(ctx, { method: "GET", path: read.path, headers: {} });
  if (answer.status === 200) return checkedBody(answer, read);
  if (answer.status === 401) throw new ServiceError("TRADING_NOT_ENABLED");
  const refusal = new ServiceError("VENUE_UNREACHABLE");
  refusal.cause = `the venue answered ${answer.status} ${errorCode(answer) ?? ""} to ${read.path}`;
  throw refusal;
}

/**
 * A read with the account's key. Before trading is enabled the wallet's own session reads with the reader key, which gets
 * the account of that session and no other: the wallet signed in, so the reading needs no further signature.
 * @throws TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE
 */
async function ask(
  ctx: ReadContext,
  { path, needsKey }: Pick<VenueRead, "path" | "needsKey">,
): Promise<HttpAnswer> {
  const { account, kind } = ctx.actor;
  const { venueReaderKey } = config();
  const mayRead = kind === "session" && needsKey !== true && venueReaderKey !== undefined;
  if (!mayRead || (await findKey(account, ctx.now)) !== undefined) {
    return (await askWithKey(ctx, { method: "GET", path, headers: {} })).answer;
  }
  const authorization = `Bearer ${venueReaderKey.reveal()}`;
  const headers = { authorization, [SIGNATURE_HEADER.account]: account };
  const answer = await askVenue({ method: "GET", path, headers });
  if (answer.status === 401 || answer.status === 403) {
    // This venue has another reader key, or none. Accounts can still be read once trading is enabled.
    const code = errorCode(answer);
    reportOnce({ status: answer.status, code }, "the venue refuses VENUE_READER_KEY");
    throw new ServiceError("TRADING_NOT_ENABLED");
  }
  return answer;
}

type VenueWrite = VenueRead & { method: "POST" | "PUT" | "DELETE" };

/**
 * Passes a signed write on with the caller's exact bytes.
 * @throws MISSING_SIGNATURE, ACCOUNT_MISMATCH, TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE (also for a success that
 * breaks its contract: what was done is then unknown)
 */
export async function forwardWrite(
  ctx: Context,
  target: VenueWrite,
  input: SignedInput,
): Promise<Response> {
  return sendSigned(ctx, target, {
    signature: signatureHeaders(input.request.headers, ctx.actor),
    body: input.rawBody,
  });
}

/** The same for `register_signer`, the one write that carries the new signer's signature too. The owner gets a notice. */
export async function forwardRegistration(
  ctx: RecordedContext,
  input: SignedInput,
): Promise<Response> {
  return sendSigned(
    ctx,
    { method: "POST", path: "/v1/signers", contract: SignerRecord },
    { signature: registrationHeaders(input.request.headers, ctx.actor), body: input.rawBody },
    ({ signer, label }) =>
      recordOf(ctx, { action: "trading_key.registered", details: { signer, label } }),
  );
}

/** The same for a withdrawal. The owner gets a notice. */
export async function forwardWithdrawal(
  ctx: RecordedContext,
  input: SignedInput,
): Promise<Response> {
  return sendSigned(
    ctx,
    { method: "POST", path: "/v1/withdrawals", contract: TransferAnswer },
    { signature: signatureHeaders(input.request.headers, ctx.actor), body: input.rawBody },
    ({ transfer: { amount } }) =>
      recordOf(ctx, { action: "withdrawal.requested", details: { amount } }),
  );
}

async function recordOf(
  { actor, client, now }: RecordedContext,
  entry: Pick<AuditEntry, "action" | "details">,
): Promise<void> {
  const db = await database();
  const { userId } = actor;
  await db.transaction((change) => recordAudit(change, { ...entry, now, userId, actor, client }));
}

/** @param onDone is called with the venue's answer to a write that took effect */
async function sendSigned<Contract extends z.ZodType>(
  ctx: Context,
  { contract, ...target }: VenueWrite & { contract: Contract },
  { signature, body }: { signature: Record<string, string>; body: Uint8Array },
  onDone?: (answer: z.output<Contract>) => Promise<void>,
): Promise<Response> {
  const headers = { ...signature, "content-type": "application/json" };
  const { answer } = await askWithKey(ctx, { ...target, headers, body });
  if (answer.status < 300) {
    const done = checkedBody(answer, { path: target.path, contract });
    await onDone?.(done);
  }
  return verbatim(answer);
}

/**
 * The venue's answer to a request with the account's key, and which key that was.
 * @throws TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE
 */
export async function askWithKey(
  ctx: ReadContext,
  request: VenueRequest,
): Promise<{ answer: HttpAnswer; keyId: string }> {
  const { account } = ctx.actor;
  const key = await findKey(account, ctx.now);
  if (key === undefined) throw new ServiceError("TRADING_NOT_ENABLED");
  const answer = await askVenue({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${key.secret}` },
  });
  if (answer.status === 401 && DEAD_KEY.has(errorCode(answer) ?? "")) {
    await removeKey(account, key.id);
  }
  return { answer, keyId: key.id };
}
