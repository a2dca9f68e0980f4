/** How a node misbehaves in tests: it lags behind its cluster, drops what it is sent, or lists signatures out of order. */
export class NodeFaults {
  /** Slots that the node is behind. */
  lag = 0;
  /** The next transactions that it accepts and forgets. */
  drops = 0;
  /** Transactions of one slot come in any order, and the newest may be missing. */
  reorders = false;

  seen(slot: number): number {
    return Math.max(0, slot - this.lag);
  }

  /** Signatures as this node lists them: a real node has lost the newest of a page, and does not order within a slot. */
  listed<Row extends { slot: number }>(rows: readonly Row[]): readonly Row[] {
    if (!this.reorders) return rows;
    const newest = rows[0]?.slot;
    return rows
      .toReversed()
      .toSorted((one, other) => other.slot - one.slot)
      .filter(({ slot }, index) => slot !== newest || index % 2 === 1);
  }

  /** @returns whether this transaction is lost */
  takeDrop(): boolean {
    if (this.drops === 0) return false;
    this.drops -= 1;
    return true;
  }
}
