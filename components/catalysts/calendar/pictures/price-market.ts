import { createContext } from "react";

/** The market whose price is shown beside releases, such as BTCUSDC; undefined: none is traded here. */
export const PriceMarket = createContext<string | undefined>(undefined);
