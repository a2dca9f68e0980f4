/** Commands that pay partners, as the requests that they stand for. */
import { readFileSync } from "node:fs";
import { required, search, text, type Values, WrongCommand } from "./line.ts";
import type { OperatorRequest, PartnerName } from "./request.ts";

export function isPartnerName(name: string): name is PartnerName {
  return name.startsWith("partner ");
}

const REASON = { reason: { type: "string" } } as const;

export const PARTNER_OPTIONS = {
  "partner show": {},
  "partner run": {
    until: { type: "string" },
    minimum: { type: "string" },
    partner: { type: "string" },
    run: { type: "string" },
    "dry-run": { type: "boolean" },
  },
  "partner settlements": {
    state: { type: "string" },
    partner: { type: "string" },
    run: { type: "string" },
    limit: { type: "string" },
    cursor: { type: "string" },
  },
  "partner pay": {},
  "partner fail": REASON,
  "partner import": {},
  "partner reverse": REASON,
  "partner reviews": {},
  "partner review": REASON,
} as const;

/** The arguments of the command, in order. */
export const PARTNER_TARGETS: Record<PartnerName, readonly string[]> = {
  "partner show": ["a partner: a code, ptr_…, usr_…, a wallet or a mail address"],
  "partner run": [],
  "partner settlements": [],
  "partner pay": ["a settlement's id", "the signature of its payment"],
  "partner fail": ["a settlement's id"],
  "partner import": ["a file"],
  "partner reverse": ["a partner", "the number of the fee's row, or its reference"],
  "partner reviews": [],
  "partner review": ["a referral's id", "accepted or rejected"],
};

/** @throws WrongCommand */
export function partnerRequest(
  name: PartnerName,
  [first = "", second = ""]: readonly string[],
  values: Values,
): OperatorRequest {
  switch (name) {
    case "partner show":
      return { name, method: "GET", path: `/partner?${search({ partner: first })}` };
    case "partner run":
      return { name, method: "POST", path: "/partner/runs", body: runOf(values) };
    case "partner settlements":
      return { name, method: "GET", path: `/partner/settlements?${search(listOf(values))}` };
    case "partner pay":
      return {
        name,
        method: "POST",
        path: `${settlementPath(first)}/payment`,
        body: { signature: second },
      };
    case "partner fail": {
      const body = { reason: required(values, "reason") };
      return { name, method: "POST", path: `${settlementPath(first)}/failure`, body };
    }
    case "partner import":
      return { name, method: "POST", path: "/partner/fees", body: readBody(first) };
    case "partner reverse": {
      // Rows have numbers. An imported fee has a name, which may also be a number: then write "reference:" before it.
      const which = /^\d{1,15}$/.test(second)
        ? { seq: Number(second) }
        : { reference: second.replace(/^reference:/, "") };
      const body = { partner: first, ...which, reason: required(values, "reason") };
      return { name, method: "POST", path: "/partner/reversals", body };
    }
    case "partner reviews":
      return { name, method: "GET", path: "/partner/reviews" };
    case "partner review": {
      const body = { decision: second, reason: required(values, "reason") };
      return { name, method: "POST", path: `/partner/reviews/${encodeURIComponent(first)}`, body };
    }
  }
}

function runOf(values: Values): Record<string, unknown> {
  const until = text(values, "until");
  if (until === undefined) {
    throw new WrongCommand(
      "partner run needs --until: a date and time such as 2026-03-01T00:00:00Z.",
    );
  }
  return {
    period_end: until,
    minimum: text(values, "minimum"),
    partner: text(values, "partner"),
    run_id: text(values, "run"),
    dry_run: values["dry-run"] === true,
  };
}

function listOf(values: Values): Record<string, string | undefined> {
  return {
    state: text(values, "state"),
    partner: text(values, "partner"),
    run_id: text(values, "run"),
    limit: text(values, "limit"),
    cursor: text(values, "cursor"),
  };
}

function settlementPath(id: string): string {
  if (!/^stl_[0-9a-f]{24}$/.test(id)) {
    throw new WrongCommand(
      `"${id}" is no settlement's id: stl_ and 24 hex digits. "partner settlements" tells it.`,
    );
  }
  return `/partner/settlements/${id}`;
}

function readBody(path: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongCommand(`${path} cannot be read as JSON: ${reason}.`, { cause: error });
  }
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  throw new WrongCommand(`${path} holds no object: {"partner", "referrals", "fees"}.`);
}
