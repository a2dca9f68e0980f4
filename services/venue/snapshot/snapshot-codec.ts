/**
 * A snapshot as bytes: `"SVCS" ‖ u32 version ‖ SHA-256 of the rest (32) ‖ rows in the form of structured clone`.
 * Bytes that do not verify are refused: a snapshot only saves time, the journal has everything.
 */
import { hash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import type { TradeRow } from "#services/venue/engine/events.ts";
import { stateHash } from "#services/venue/engine/state-hash.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import type { JournalPosition } from "#services/venue/journal/position.ts";
import type { FillBar } from "#services/venue/projection/fill-bars.ts";
import {
  Histories,
  type MarketHistoryRows,
  type Minute,
} from "#services/venue/projection/market-history.ts";
import type { Hour, TradeSum } from "#services/venue/projection/trade-totals.ts";
import { type Columns, fromColumns, toColumns } from "./columns.ts";
import { restoreState } from "./restore-state.ts";
import { type StateRows, stateRows } from "./state-rows.ts";

const MAGIC = Buffer.from("SVCS");
/** Changes with every change of the rows; older snapshots are then ignored. */
const VERSION = 8;
const HASH_OFFSET = 8;
const HEADER_BYTES = 40;

export type Snapshot = {
  /** The last block that it contains. */
  position: JournalPosition;
  state: VenueState;
  histories: Histories;
};

type HistoryColumns = {
  tape: Columns<TradeRow>;
  minutes: Columns<Minute>;
  bars: Columns<FillBar>;
  totals: TradeSum & { hours: Columns<Hour> };
};

type Content = {
  position: JournalPosition;
  /** The hash of the whole state, see `stateHash`. */
  stateHash: string;
  state: StateRows;
  histories: [string, HistoryColumns][];
};

export function encodeSnapshot({ position, state, histories }: Snapshot): Buffer {
  const content: Content = {
    position,
    stateHash: stateHash(state),
    state: stateRows(state),
    histories: Array.from(state.markets.values(), (market) => [
      market.listing.symbol,
      historyColumns(histories.of(market).rows()),
    ]),
  };
  const body = serialize(content);
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt32LE(VERSION, MAGIC.length);
  header.write(hash("sha256", body, "hex"), HASH_OFFSET, "hex");
  return Buffer.concat([header, body]);
}

/** @throws Error that says what does not verify. */
export function decodeSnapshot(bytes: Buffer): Snapshot {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error("it is no snapshot");
  const version = bytes.readUInt32LE(MAGIC.length);
  if (version !== VERSION) throw new Error(`it has version ${version}, not ${VERSION}`);
  const body = bytes.subarray(HEADER_BYTES);
  const expected = bytes.toString("hex", HASH_OFFSET, HEADER_BYTES);
  if (hash("sha256", body, "hex") !== expected) throw new Error("its checksum does not hold");
  const content = deserialize(body) as Content;
  const state = restoreState(content.state);
  if (stateHash(state) !== content.stateHash) throw new Error("it restores to another state");
  const histories = new Histories(
    new Map(content.histories.map(([symbol, columns]) => [symbol, historyRows(columns)])),
  );
  return { position: content.position, state, histories };
}

function historyColumns(rows: MarketHistoryRows): HistoryColumns {
  return {
    tape: toColumns(rows.tape),
    minutes: toColumns(rows.minutes),
    bars: toColumns(rows.bars),
    totals: { ...rows.totals, hours: toColumns(rows.totals.hours) },
  };
}

function historyRows(columns: HistoryColumns): MarketHistoryRows {
  return {
    tape: fromColumns(columns.tape),
    minutes: fromColumns(columns.minutes),
    bars: fromColumns(columns.bars),
    totals: { ...columns.totals, hours: fromColumns(columns.totals.hours) },
  };
}
