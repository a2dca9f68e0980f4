/**
 * The price ticks of the markets. The process supplies them, because this domain knows no venue.
 */

/** By symbol, as decimals. @throws when the ticks cannot be read at the moment */
export type ReadPriceTicks = () => Promise<ReadonlyMap<string, string>>;

let readTicks: ReadPriceTicks | undefined;

/** Call it before the parts start; `undefined` removes the reader. */
export function setPriceTicks(read: ReadPriceTicks | undefined): void {
  readTicks = read;
}

/** Without a reader, no market has a known tick. */
export function priceTicks(): Promise<ReadonlyMap<string, string>> {
  return readTicks?.() ?? Promise.resolve(new Map());
}
