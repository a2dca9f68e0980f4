/** One operation of the interface, as the router and the published description read it. */
import type { z } from "zod";
import type { ErrorCode } from "#lib/kernel/errors/errors.ts";
import type { Parameter } from "#services/venue/surface/parameters.ts";
import type { Run } from "./request/signed-write.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * The allowed callers: anyone, the holder of a key, that or the reader of any account, a signer of the account, the account itself without a key, the
 * operator, the operator or the partner programme, custody (and the operator while there is none), custody, custody or the reader of any account, the
 * reader of any account alone.
 */
export type Access =
  | "public"
  | "account"
  | "reader"
  | "signed"
  | "owner"
  | "operator"
  | "partner"
  | "creditor"
  | "custody"
  | "custodyReader"
  | "streamReader";

export type Route = {
  method: Method;
  /** At most one segment is variable. */
  path: string;
  /** Its id in the description, from which generated clients make the name of a method. */
  name: string;
  access: Access;
  summary: string;
  run: Run;
  query?: readonly Parameter[];
  headers?: readonly Parameter[];
  body?: z.ZodType;
  answer: z.ZodType;
  /** The answer is a stream of server-sent events, of which `answer` is the data. */
  isStream?: true;
  /** 200 when absent. */
  status?: 201;
  /** A second status with the same body. */
  otherStatus?: 200;
  /** Error codes of this operation, in addition to those of its access. */
  errors?: readonly ErrorCode[];
};
