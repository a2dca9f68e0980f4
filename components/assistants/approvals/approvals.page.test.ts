/** The page of a proposed order shows the main figures first, helps when margin is missing, and refuses a wallet on another account. */
import { act, createElement, createRef, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Frame, FrameContext } from "#components/data/frame-context.ts";
import { I18nProvider } from "#components/i18n/i18n-provider.tsx";
import type { WalletState } from "#components/identity/wallet/wallet-state.ts";
import * as language from "#components/messages/en.ts";
import { wholeLanguage } from "#components/messages/whole-language.testing.ts";
import { until } from "#components/ui/until.testing.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import type { Effect } from "#lib/protocol/orders/order-effect.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";
import { ApprovalSigner } from "./approval-signer.tsx";
import type { Ending } from "./approve.ts";
import { FirstFigures } from "./first-figures.tsx";
import { UnfilledNote } from "./live-effect.tsx";
import { MarginShortfall } from "./margin-shortfall.tsx";
import { StateCard } from "./state-card.tsx";

const english = await wholeLanguage(language);

const ACCOUNT = "FMuh1111111111111111111111111111111111111qrMe";
const OTHER = "9xQe1111111111111111111111111111111111111AbCd";

const requestSignature = vi.fn<() => Promise<undefined>>(() => Promise.resolve(undefined));
let connected: string;
vi.mock("#components/identity/wallet/wallet-of.ts", () => ({
  walletOf: () => Promise.resolve(connected === ACCOUNT ? {} : "other-account"),
}));
vi.mock("#components/identity/wallet/wallet-provider.tsx", () => ({
  WalletProvider: ({ children }: { children: ReactNode }) => children,
  useWallet: () => ({ connected: { account: { address: connected } } }),
  useWalletStore: () => ({}),
}));
vi.mock("#components/trading/signing/sign-provider.tsx", () => ({
  SignProvider: ({ children }: { children: ReactNode }) => children,
  useRequestSignature: () => requestSignature,
}));
vi.mock("#components/identity/wallet/wallet-dialog.tsx", () => ({ WalletDialog: () => null }));
vi.mock("#components/identity/wallet/session-follower.tsx", () => ({
  SessionFollower: () => null,
}));
vi.mock("#components/trading/setup/trading-key-dialogs.tsx", () => ({
  TradingKeyDialogs: () => null,
}));
vi.mock("#components/identity/browser-keys/load-keys.ts", () => ({
  browserKeys: () => Promise.reject(new Error("no key")),
}));
vi.mock("#components/identity/browser-keys/key-view.ts", () => ({ hasLiveKey: () => false }));

const FRAME: Frame = {
  person: { id: "usr_a", account: ACCOUNT, label: "FMuh…qrMe" },
  hasEnded: false,
  noteSessionEnd: () => {},
  prove: () => Promise.resolve(false),
  question: { isOpen: false, settle: () => {} },
  cover: () => {},
};
const STAGED = {
  id: "sto_1",
  state: "placed",
  account: ACCOUNT,
  source: { kind: "mcp_key", name: "My key" },
  order: { market: "BTCUSDC", side: "BUY", size: "0.02", order_type: "MARKET", flags: 0 },
  decided_at: null,
  error: null,
} as unknown as StagedOrder;

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  root = createRoot(container);
  connected = OTHER;
  requestSignature.mockClear();
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function show(page: ReactNode): void {
  const framed = createElement(FrameContext.Provider, { value: FRAME }, page);
  const whole = { locale: "en" as const, messages: english, children: framed };
  act(() => root.render(createElement(I18nProvider, whole)));
}
const shown = () => document.body.textContent ?? "";
const row = (name: string) => document.querySelector(`[data-row=${name}] dd`)?.textContent;
const names = () =>
  [...document.querySelectorAll("[data-row]")].map((one) => one.getAttribute("data-row"));

describe("the figures of a waiting order", () => {
  const rows = [
    ["orderValue", "1,180.00 USDC"],
    ["averageFill", "59,000.0"],
    ["feeNow", "0.59 USDC"],
    ["marginRequired", "59.00 USDC"],
    ["liquidation", "none → 51,000.0"],
    ["leverageAfter", "1.2×"],
    ["positionAfter", "0.02 BTC"],
  ].map(([name = "", value = ""]) => ({ name, label: name, value }));

  test("begin with cost, fee, position before and after, and liquidation, each once", () => {
    show(createElement(FirstFigures, { rows, positionNow: "none" }));
    expect(names()).toEqual(["cost", "feeNow", "position", "liquidation"]);
    expect(row("cost")).toBe("1,180.00 USDC59.00 USDC of margin");
    expect(row("position")).toBe("none → 0.02 BTC");
    expect(row("liquidation")).toBe("none → 51,000.0");
  });

  test("show no position while the account is not read, and the present one of an order that is refused", () => {
    const before = rows.filter(({ name }) => name !== "positionAfter");
    show(createElement(FirstFigures, { rows: before, positionNow: undefined }));
    expect(names()).not.toContain("position");
    show(createElement(FirstFigures, { rows: before, positionNow: "1 BTC" }));
    expect(row("position")).toBe("1 BTC");
  });
});

describe("a placed order", () => {
  const placed = (result: Partial<NonNullable<StagedOrder["result"]>>) => {
    const first = {
      order_id: "1024",
      status: "CLOSED",
      filled_size: "0.02",
      avg_fill_price: "59041",
      fee: "0.590410",
      cancel_reason: "",
    };
    const staged = { ...STAGED, result: { ...first, ...result } } as StagedOrder;
    show(createElement(StateCard, { staged, takesFocus: false, reload: () => Promise.resolve() }));
  };

  test("shows the price and the fee of its fills as figures, and says them in no sentence again", () => {
    placed({});
    expect([row("filled"), row("feePaid")]).toEqual(["0.02 BTC", "0.59 USDC"]);
    expect(row("fillPrice")).toMatch(/^59,041/);
    expect(shown().match(/59,041/g)).toHaveLength(1);
  });

  test("says how much was filled, and what became of the rest", () => {
    placed({ filled_size: "0.01", cancel_reason: "IOC_UNFILLED" });
    expect(row("filled")).toBe("0.01 of 0.02 BTC");
    expect(shown()).toContain("The rest ended: no more matching orders (IOC).");
  });

  test("shows no figures of a fill that did not happen, nor a fee that is not known", () => {
    placed({ status: "OPEN", filled_size: "0", avg_fill_price: null, fee: "0" });
    expect(names()).toEqual([]);
    placed({ fee: null });
    expect(names()).toEqual(["filled", "fillPrice"]);
  });
});

describe("an account that lacks margin", () => {
  const market = {
    base_asset: { symbol: "BTC" },
    price_tick: "0.1",
    base_lot_size: "0.001",
  } as unknown as Market;
  const lacking = (usdc: bigint, largest = 1_500n) => {
    const effect = {
      preview: { entire: { missing: usdc * 1_000_000_000n } },
      scale: marketScale(market),
      largestLots: () => largest,
    } as unknown as Effect;
    show(createElement(MarginShortfall, { staged: STAGED, market, effect, onFunded: () => {} }));
  };
  const ways = () =>
    [...document.querySelectorAll("a, button")].map((one) => one.textContent?.trim());

  test("is offered the faucet only when that suffices, and always a deposit and the size that fits", () => {
    lacking(9_500n);
    expect(ways()).toEqual(["Deposit", "Get 10,000 simulated USDC"]);
    lacking(138_770n);
    expect(ways()).toEqual(["Deposit"]);
    expect(shown()).toMatch(/Deposit that much or more, or .* ask for at most 1\.5\d* BTC/);
    expect(shown().match(/138,770/g)).toHaveLength(1);
  });

  test("is not told a size when none fits", () => {
    lacking(138_770n, 0n);
    expect(shown()).toContain("Deposit that much or more, or decline it.");
  });
});

describe("a market order", () => {
  const unfilled = (filledLots: bigint, lots = 1_000_000n) => {
    const scale = marketScale({ price_tick: "0.1", base_lot_size: "0.001" } as unknown as Market);
    const preview = { filledLots, entire: { unfilledLots: lots - filledLots } };
    const effect = { preview, lots, scale } as unknown as Effect;
    show(createElement(UnfilledNote, { effect }));
    return shown();
  };

  test("says how much of it the book can fill, and nothing when that is all", () => {
    expect(unfilled(7_800n)).toContain(
      "Only 7.800 of 1,000.000 (0.78%) can fill now. The rest is cancelled.",
    );
    expect(unfilled(0n)).toContain(
      "None of 1,000.000 can fill now: the order book holds too little.",
    );
    expect(unfilled(1_000_000n)).not.toContain("can fill now");
  });
});

describe("a wallet on another account", () => {
  const staged = { ...STAGED, state: "waiting" } as StagedOrder;
  const sign = (task: "approve" | undefined, onEnd: (ending: Ending) => void) =>
    show(
      createElement(ApprovalSigner, {
        staged,
        task,
        marketView: createRef(),
        onEnd,
        onAsking: () => {},
        onSessionEnd: () => {
          throw new Error("the session ended");
        },
      } as unknown as Parameters<typeof ApprovalSigner>[0]),
    );

  test("is asked for nothing; both accounts are named until it is on the right one", async () => {
    const ended = vi.fn<(ending: Ending) => void>();
    sign("approve", ended);
    await until(() => expect(ended).toHaveBeenCalledWith({ kind: "other-account" }));
    sign(undefined, ended);
    const alert = () => document.querySelector("[role=alert]")?.textContent ?? "";
    expect(alert().replaceAll(/[\u2066-\u2069]/g, "")).toBe(
      "This order is for FMuh…qrMe, but your wallet is on 9xQe…AbCd. Switch to FMuh…qrMe in the wallet, then approve again.",
    );
    expect(requestSignature).not.toHaveBeenCalled();
    connected = ACCOUNT satisfies WalletState["sessionAddress"];
    sign(undefined, ended);
    expect(alert()).toContain("on the right account");
    sign("approve", ended);
    await until(() => expect(requestSignature).toHaveBeenCalledTimes(1));
  });
});
