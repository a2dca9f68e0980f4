/**
 * Compares the answers that clients got with the journal, whatever happened to processes in between. It shares no state with them: it
 * reads the table from its first row and applies it.
 */
import { Secret } from "#lib/kernel/env.ts";
import { apply } from "#services/venue/engine/apply.ts";
import { decodeCommand } from "#services/venue/engine/command-codec.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import { NO_EVENTS } from "#services/venue/engine/events.ts";
import { JournalConnection } from "#services/venue/journal-store/connection.ts";
import {
  decodeRow,
  rowsAfter,
  type TableBlock,
} from "#services/venue/journal-store/journal-table.ts";
import type { LogEntry } from "./client.ts";

/** The part of the journal that clients can see. */
export type Story = {
  /** The id that an order got, by the digest of its signed bytes. */
  orders: Map<string, string>;
  /** The writer of the block that contains a sequence number, and its height. */
  writerOf: (seq: number) => { node: string; height: number } | undefined;
  epochs: { epoch: number; node: string }[];
};

/** The whole table of a database. */
export async function readTable(url: string): Promise<TableBlock[]> {
  const connection = await JournalConnection.open(new Secret(url), "reads");
  const rows: TableBlock[] = [];
  for (;;) {
    const more = await rowsAfter(connection, rows.length, 500);
    if (more.length === 0) break;
    rows.push(...more.map(decodeRow));
  }
  await connection.close();
  return rows;
}

/** @throws Error when the rows are no chain, or have another effect than they had. */
export function readStory(rows: readonly TableBlock[]): Story {
  const state = emptyState();
  const orders = new Map<string, string>();
  const epochs: Story["epochs"] = [];
  const blocks: { lastSeq: number; node: string; height: number }[] = [];
  for (const { block, epoch } of rows) {
    for (const bytes of block.commands) {
      const { command, time } = decodeCommand(bytes);
      const outcome = apply(state, command, time, NO_EVENTS);
      if (command.type === "epoch") epochs.push({ epoch, node: command.node });
      if (command.type !== "place_order" || outcome.kind !== "order") continue;
      const { digest } = command.signed;
      if (orders.has(digest)) throw new Error(`the order ${digest} took effect twice`);
      orders.set(digest, String(outcome.order.id));
    }
    if (state.effects.close() !== block.stateHash) {
      throw new Error(`block ${block.height} has another effect than it had`);
    }
    const node = epochs.at(-1)?.node ?? "";
    blocks.push({ lastSeq: state.seq, node, height: block.height });
  }
  return { orders, epochs, writerOf: (seq) => blocks.find(({ lastSeq }) => lastSeq >= seq) };
}

/** Everything that does not hold, as sentences. */
export function problemsOf(logs: readonly (readonly LogEntry[])[], story: Story): string[] {
  const entries = logs.flat();
  return [...lostOrders(entries, story), ...backwards(entries, story)];
}

function lostOrders(entries: readonly LogEntry[], story: Story): string[] {
  const problems: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "height") continue;
    const found = story.orders.get(entry.digest);
    if (found !== entry.id) {
      problems.push(`order ${entry.id} was acknowledged; the journal has ${found ?? "none"}`);
    }
    if (entry.kind === "known") continue;
    const writer = story.writerOf(entry.seq)?.node;
    if (writer !== entry.node) {
      problems.push(`${entry.node} acknowledged command ${entry.seq} of ${writer ?? "nobody"}`);
    }
  }
  return problems;
}

/** A request that was sent after an answer must not show less than that answer did. */
function backwards(entries: readonly LogEntry[], story: Story): string[] {
  const problems: string[] = [];
  const heightOf = (entry: LogEntry) => {
    if (entry.kind === "height") return entry.height;
    return entry.kind === "order" ? (story.writerOf(entry.seq)?.height ?? 0) : 0;
  };
  const byAnswer = entries.toSorted((a, b) => a.answeredAt - b.answeredAt);
  let shown = 0;
  let next = 0;
  for (const entry of entries.toSorted((a, b) => a.sentAt - b.sentAt)) {
    for (
      let answer = byAnswer[next];
      answer && answer.answeredAt < entry.sentAt;
      answer = byAnswer[next]
    ) {
      shown = Math.max(shown, heightOf(answer));
      next += 1;
    }
    if (entry.kind === "known" || heightOf(entry) >= shown) continue;
    problems.push(`${entry.node} showed block ${heightOf(entry)} after block ${shown} was shown`);
  }
  return problems;
}
