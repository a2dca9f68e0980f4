/** What a user allows programs: a pause of all, limits of each, and the list of what each read. */
import { act, createElement, type ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
  button,
  fill,
  type OpenPage,
  openPage,
  press,
  type Service,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import { PageTexts } from "#components/i18n/page-texts.tsx";
import texts from "#components/machines/messages/en/assistant-controls.ts";
import type { ProposalLimits as Limits } from "#lib/protocol/wire/assistant-controls.ts";
import { MachineReads } from "./machine-reads.tsx";
import { PauseSwitch } from "./pause-switch.tsx";
import { DefaultLimits, ProposalLimits } from "./proposal-limits.tsx";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);

const PAUSE = "/api/v1/assistant/pause";
const LIMITS = "/api/v1/assistant/limits";
const MARKETS = [{ symbol: "BTCUSDC" }, { symbol: "ETHUSDC" }];
const OF_KEY = { kind: "mcp_key", id: "mcp_1" } as const;

let page: OpenPage;
afterEach(() => page.leave());

function open(children: ReactNode, service: Service): void {
  const whole = { messages: { assistantControls: texts }, children };
  page = openPage(createElement(PageTexts, whole), { address: "/settings/mcp-keys", service });
}
function unfold(): void {
  const fold = document.querySelector("details")!;
  act(() => {
    fold.open = true;
    fold.dispatchEvent(new Event("toggle"));
  });
}

test("one press pauses all assistants, and another one lets them continue", async () => {
  const since = { paused_at: "2026-05-01T12:00:00.000Z" };
  open(createElement(PauseSwitch), {
    [`GET ${PAUSE}`]: { paused_at: null },
    [`PUT ${PAUSE}`]: ({ body }) =>
      (body as { paused: boolean }).paused ? since : { paused_at: null },
  });
  await until(() => button("Pause all"));
  press(button("Pause all"));
  await until(() => expect(shown()).toContain("All assistants are paused"));
  press(button("Continue"));
  await until(() => button("Pause all"));
  expect(page.bodies(`PUT ${PAUSE}`)).toEqual([{ paused: true }, { paused: false }]);
});

test("a page of keys shows the pause only while there is one", async () => {
  open(createElement(PauseSwitch, { onlyPaused: true }), { [`GET ${PAUSE}`]: { paused_at: null } });
  await until(() => expect(page.sent).toHaveLength(1));
  expect(shown()).toBe("");
});

test("limits are shown in a line, and a change is sent as it was typed", async () => {
  const before: Limits = {
    ...OF_KEY,
    markets: ["BTCUSDC"],
    max_notional: "500",
    max_day_notional: "2000",
    used_today: "900",
  } as Limits;
  open(createElement(ProposalLimits, OF_KEY), {
    [`GET ${LIMITS}`]: { results: [before, { ...before, id: "mcp_2", markets: null }] },
    "GET /api/perps-dex/markets": MARKETS,
    [`PUT ${LIMITS}`]: ({ body }) => ({ ...(body as object), used_today: "900" }),
  });
  await until(() =>
    expect(shown()).toContain(
      "BTCUSDC · at most 500.00 USDC each · 2,000.00 USDC in 24 hours, 900.00 used",
    ),
  );
  unfold();
  await until(() => expect(shown()).toContain("ETHUSDC"));
  const [all, btc, eth] = document.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
  expect([all, btc, eth].map((box) => box?.checked)).toEqual([false, true, false]);
  press(btc!);
  expect(button("Save limits").getAttribute("aria-disabled")).toBe("true");
  press(eth!);
  const [each, day] = document.querySelectorAll<HTMLInputElement>("input[inputmode=decimal]");
  fill(each!, "1,2,3");
  expect(button("Save limits").getAttribute("aria-disabled")).toBe("true");
  fill(each!, "750.5");
  fill(day!, "");
  press(button("Save limits"));
  await until(() => expect(shown()).toContain("ETHUSDC · at most 750.50 USDC each"));
  expect(page.bodies(`PUT ${LIMITS}`)).toEqual([
    { ...OF_KEY, markets: ["ETHUSDC"], max_notional: "750.5", max_day_notional: null },
  ]);
});

test("limits of all others are shown where a program has none of its own", async () => {
  const others = {
    kind: "default",
    id: "all",
    markets: null,
    max_notional: "250",
    max_day_notional: null,
    used_today: "0",
  };
  open(
    createElement("div", null, createElement(DefaultLimits), createElement(ProposalLimits, OF_KEY)),
    {
      [`GET ${LIMITS}`]: { results: [others] },
    },
  );
  await until(() =>
    expect(shown()).toContain("May propose: all markets · at most 250.00 USDC each"),
  );
  expect(shown()).toContain(
    "May propose, as all without limits of their own: all markets · at most 250.00 USDC each",
  );
});

test("what a program read is asked for when the list is opened", async () => {
  const url = "/api/v1/grants/grant_1/reads";
  const read = { what: "get_positions", count: 3, last_at: "2026-05-01T11:00:00.000Z" };
  open(createElement(MachineReads, { url }), {
    [`GET ${url}`]: { days: [{ day: "2026-05-01", reads: [read] }] },
  });
  expect(page.sent).toEqual([]);
  unfold();
  await until(() => expect(shown()).toContain("get_positions"));
  expect(document.querySelector("td.tabular-nums")?.textContent).toBe("3");
});
