/**
 * Faults of a node in tests: it lags behind its cluster, drops transactions, or lists signatures
 * out of order.
 */
export class NodeFaults {
  /** How many slots the node is behind. */
  lag = 0;
  /** How many of the next transactions it accepts and drops. */
  drops = 0;
  /** True: transactions of one slot come in any order, and the newest may be missing. */
  reorders = false;

  seen(slot: number): number {
    return Math.max(0, slot - this.lag);
  }

  /**
   * Signatures as this node lists them. Real nodes have omitted the newest of a page, and do not
   * order within a slot.
   */
  listed<Row extends { slot: number }>(rows: readonly Row[]): readonly Row[] {
    if (!this.reorders) return rows;
    const newest = rows[0]?.slot;
    return rows
      .toReversed()
      .toSorted((one, other) => other.slot - one.slot)
      .filter(({ slot }, index) => slot !== newest || index % 2 === 1);
  }

  /** @returns whether to drop this transaction */
  takeDrop(): boolean {
    if (this.drops === 0) return false;
    this.drops -= 1;
    return true;
  }
}
