/** Looks for a deposit or a withdrawal among the transfers that the venue has recorded. */
import type { Answer } from "#components/data/http.ts";
import { isRecord } from "#lib/protocol/is-record.ts";

/** A same-origin GET that answers instead of throwing. */
export type ReadTransfers = (url: string) => Promise<Answer>;

export type SoughtTransfer = {
  account: string;
  /** Unix milliseconds: older ones cannot match. */
  notBefore: number;
  matches: (transfer: Readonly<Record<string, unknown>>) => boolean;
};

const PAGE_SIZE = 100;
/** Two thousand transfers. What is older than those is not known. */
const MAX_PAGES = 20;

/** Reads pages, newest first, until they are older than the transfer. Undefined when one cannot be read. */
export async function findTransfer(
  read: ReadTransfers,
  { account, notBefore, matches }: SoughtTransfer,
): Promise<boolean | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = new URLSearchParams({ account, page_size: String(PAGE_SIZE) });
    if (cursor !== undefined) query.set("cursor", cursor);
    const answer = await read(`/api/venue/transfers?${query.toString()}`);
    const found = answer.ok ? readPage(answer.body) : undefined;
    if (found === undefined) return undefined;
    if (found.rows.some(matches)) return true;
    const oldest = found.rows.at(-1)?.["created_at"];
    if (found.next === null || typeof oldest !== "number" || oldest < notBefore) return false;
    // A cursor that repeats would loop for ever.
    if (found.next === cursor) return undefined;
    cursor = found.next;
  }
  return undefined;
}

type Page = { rows: readonly Readonly<Record<string, unknown>>[]; next: string | null };

function readPage(body: unknown): Page | undefined {
  if (!isRecord(body) || !Array.isArray(body["results"])) return undefined;
  const values = body["results"] as unknown[];
  const rows = values.filter(isRecord);
  const next = body["next"] ?? null;
  if (rows.length !== values.length || (next !== null && typeof next !== "string"))
    return undefined;
  return { rows, next };
}
