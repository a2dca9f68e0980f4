/** Price ticks of the markets. The process gives them: this domain knows no venue. */

/** By symbol, as decimals. @throws when they cannot be read at the moment */
export type ReadPriceTicks = () => Promise<ReadonlyMap<string, string>>;

let readTicks: ReadPriceTicks | undefined;

/** Call it before the parts start; `undefined` takes it back. */
export function usePriceTicks(read: ReadPriceTicks | undefined): void {
  readTicks = read;
}

/** Without a reader no market has a known tick. */
export function priceTicks(): Promise<ReadonlyMap<string, string>> {
  return readTicks?.() ?? Promise.resolve(new Map());
}
