"use client";

import { useSyncExternalStore } from "react";
import {
  noTradingKeyYet,
  onTradingKeyState,
  type TradingKeyState,
  tradingKeyState,
} from "./key-view.ts";

/** The signed-in account's trading key in this browser. A live key signs orders without a wallet prompt. */
export function useTradingKeyState(): TradingKeyState {
  return useSyncExternalStore(onTradingKeyState, tradingKeyState, noTradingKeyYet);
}
