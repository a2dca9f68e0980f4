/** A page of the notices of all accounts, from the rows of the history. */
import type { VenueNotice } from "#lib/protocol/wire/venue-notices.ts";
import type { EventPosition } from "#services/venue/account-events/account-log.ts";
import { parseNotice, type StoredNotice } from "./notice-rows.ts";

/** Each may hold the notices of a second. */
const ROWS_AT_ONCE = 20;

type Read = <Row>(sql: string, values: (string | number)[]) => Row[];
type LinesRow = { last_height: number; lines: string };

/** Up to `limit` notices behind `after`, oldest first. Call it within one transaction. */
export function readNotices(read: Read, after: EventPosition, limit: number): VenueNotice[] {
  const found: StoredNotice[] = [];
  // The row of a height is behind it or contains it.
  let from = after.height;
  while (found.length < limit) {
    const rows = read<LinesRow>(
      "SELECT last_height, lines FROM notices WHERE last_height >= ? ORDER BY last_height LIMIT ?",
      [from, ROWS_AT_ONCE],
    );
    for (const { lines } of rows) {
      for (const line of lines.split("\n")) {
        const notice = parseNotice(line);
        if (isBehind(notice, after)) found.push(notice);
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) break;
    from = last.last_height + 1;
  }
  return found.slice(0, limit).map((notice) => noticeRecord(read, notice));
}

function isBehind({ height, index }: EventPosition, after: EventPosition): boolean {
  return height > after.height || (height === after.height && index > after.index);
}

function noticeRecord(read: Read, notice: StoredNotice): VenueNotice {
  const [owner] = read<{ pubkey: string }>("SELECT pubkey FROM accounts WHERE number = ?", [
    notice.account,
  ]);
  const account = owner?.pubkey ?? "";
  const place = {
    id: `${notice.height}-${notice.index}`,
    account,
    created_at: notice.time,
  };
  switch (notice.type) {
    case "order": {
      const { order: id, market, side, filled, isClosed } = notice;
      const order = isClosed ? closedOrder(read, notice, account) : null;
      const fields = { order_id: String(id), market, side, filled, order };
      return { ...place, type: "order", ...fields } as VenueNotice;
    }
    case "transfer":
      return { ...place, type: "transfer", transfer: JSON.parse(notice.json) };
    case "margin":
      return { ...place, type: "margin", margin: JSON.parse(notice.json) };
    case "liquidation": {
      const { reason, json } = notice;
      return { ...place, type: "liquidation", reason, liquidation: JSON.parse(json) };
    }
  }
}

function closedOrder(
  read: Read,
  { account: number, order: id, market }: StoredNotice & { type: "order" },
  account: string,
): object | null {
  const [row] = read<{ record: string }>(
    `SELECT record FROM closed_orders c JOIN markets m ON m.number = c.market
     WHERE c.account = ? AND c.id = ? AND m.symbol = ?`,
    [number, id, market],
  );
  return row === undefined ? null : { id: String(id), account, market, ...JSON.parse(row.record) };
}
