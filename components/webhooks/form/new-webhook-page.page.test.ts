/**
 * The form of a new webhook in a page: what it refuses, what it sends, and a secret that it shows
 * once.
 */
import { act, createElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visited } from "#components/frame/navigation.testing.ts";
import {
  button,
  dialog,
  failing,
  field,
  fill,
  names,
  noteOf,
  type OpenPage,
  openPage,
  pass,
  press,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import { check as answerOf, webhook, withTexts } from "#components/webhooks/webhooks.testing.ts";
import { NewWebhookPage } from "./new-webhook-page.tsx";

vi.mock(
  "next/navigation",
  async () => (await import("#components/frame/navigation.testing.ts")).navigation,
);

const CREATE = "POST /api/v1/webhooks";
const CHECK = "POST /api/v1/webhooks/check";
const SECRET = "whsec_c2VjcmV0LW9mLXRoZS1zZXJ2aWNlLXRoaXJ0eS10d28=";
const fine = answerOf({ matched: 3 });

let page: OpenPage;
beforeEach(() => {
  page = openPage(withTexts(createElement(NewWebhookPage)), {
    address: "/settings/webhooks/new",
    service: { [CHECK]: fine },
  });
});
afterEach(() => page.leave());

const create = () => press(button("Create webhook"));
const isWrong = (label: string) => field(label).getAttribute("aria-invalid") === "true";

test("without an address the field says so and takes the focus, and nothing is sent", () => {
  create();
  expect(noteOf(field("URL"))).toBe("Enter the URL of your server.");
  expect(isWrong("URL")).toBe(true);
  expect(document.activeElement).toBe(field("URL"));
  fill(field("URL"), "https://hooks.example/in");
  expect(isWrong("URL")).toBe(false);
  expect(page.sent).toEqual([]);
});

test("an address that the service refuses says why after a pause in typing; past events that match are counted", async () => {
  page.answer({
    [CHECK]: ({ body }) =>
      (body as { url: string }).url.includes("192.168")
        ? answerOf({ url_problem: "not_public" })
        : fine,
  });
  fill(field("URL"), "https://192.168.1.1/");
  fill(field("URL"), "https://192.168.1.1/in");
  await pass(399);
  expect(page.sent).toEqual([]);
  await pass(1);
  await until(() => expect(noteOf(field("URL"))).toMatch(/^This address is not public\./));
  expect(page.sent).toHaveLength(1);
  fill(field("URL"), "https://hooks.example/in");
  expect(noteOf(field("URL"))).toMatch(/^A public HTTPS URL/);
  await pass(400);
  await until(() => expect(names("output")).toContain("3 events of the last 30 days match."));
});

test("each field with an error says what it takes, also in the folded part", () => {
  fill(field("URL"), "https://hooks.example/in");
  for (const type of ["agentic.intent", "agentic.executed"]) press(field(type));
  create();
  expect(names("[role=alert]")).toContain("Choose at least one event.");
  press(field("swap.confirmed"));
  const folded = document.querySelector("details");
  expect(folded?.open).toBe(false);
  const wrongs = [
    ["Assets", "BTC, ?", "Enter at most 50 symbols, such as BTC, ETH.", ""],
    ["Minimum conviction", "1.5", "Enter a number from 0 to 1, such as 0.7.", ""],
    ["Maximum deliveries per second", "501", "Enter a whole number from 1 to 500.", "50"],
  ] as const;
  for (const [label, wrong, note, right] of wrongs) {
    fill(field(label), wrong);
    create();
    expect(noteOf(field(label))).toBe(note);
    expect(folded?.open).toBe(true);
    fill(field(label), right);
    expect(isWrong(label)).toBe(false);
  }
  expect(page.bodies(CREATE)).toEqual([]);
});

test("the whole form is sent; the service's secret is shown once, and leaving waits until it is saved", async () => {
  page.answer({ [CHECK]: fine, [CREATE]: { ...webhook(), secret: SECRET } });
  fill(field("URL"), " https://hooks.example/in ");
  press(field("points.credited"));
  fill(field("Assets"), "btc, eth");
  fill(field("Minimum conviction"), "0,7");
  fill(field("Maximum deliveries per second"), "5");
  create();
  await until(() => dialog("Your new webhook"));
  expect(page.bodies(CREATE)).toEqual([
    {
      url: "https://hooks.example/in",
      events: ["agentic.intent", "agentic.executed", "points.credited"],
      filter: { assets: ["BTC", "ETH"], min_conviction: 0.7 },
      max_per_second: 5,
      name: null,
      format: "json",
      headers: {},
      receiver_may_stop: "header",
    },
  ]);
  const shownOnce = dialog("Your new webhook");
  expect(names("pre", shownOnce)).toEqual(["Signing secret"]);
  expect(shownOnce.querySelector("pre")?.textContent).toBe(SECRET);
  expect(shownOnce.textContent).toContain("it is shown only once");
  press(button("Close", shownOnce));
  expect(visited).toEqual([]);
  press(field("I have saved it", shownOnce));
  press([...shownOnce.querySelectorAll("button")].at(-1)!);
  expect(visited).toEqual(["/settings/webhooks/whk_1?tab=test"]);
});

test("headers are entered hidden, checked, sent once, and named where one is wrong", async () => {
  page.answer({ [CHECK]: fine, [CREATE]: { ...webhook(), secret: null } });
  fill(field("URL"), "https://hooks.example/in");
  press(button("Add a header"));
  expect(field("Value of header 1").type).toBe("password");
  fill(field("Name of header 1"), "Content-Type");
  fill(field("Value of header 1"), "Bearer tok_1");
  create();
  expect(names("[role=alert]").join("")).toContain(
    "The service or the connection sets this header",
  );
  expect(isWrong("Name of header 1")).toBe(true);
  expect(page.bodies(CREATE)).toEqual([]);
  fill(field("Name of header 1"), "Authorization");
  press(button("Add a header"));
  fill(field("Name of header 2"), "authorization");
  fill(field("Value of header 2"), "v");
  create();
  expect(names("[role=alert]").join("")).toContain("in the list twice");
  press(button(/^Remove \W*authorization/));
  create();
  await until(() => expect(page.bodies(CREATE)).toHaveLength(1));
  expect(page.bodies(CREATE)).toMatchObject([{ headers: { Authorization: "Bearer tok_1" } }]);
});

test("the format follows the address of a chat service, and the message is shown before", async () => {
  const preview = {
    type: "agentic.intent" as const,
    title: "Approve: buy 0.01 BTC?",
    text: "Decide by noon.",
    url: "https://app.example/approvals/sto_1",
    body: '{"text":"x"}',
  };
  page.answer({
    [CHECK]: ({ body }) =>
      answerOf((body as { format: string }).format === "json" ? {} : { preview }),
    [CREATE]: { ...webhook(), secret: null },
  });
  fill(field("URL"), "https://hooks.slack.com/services/T0/B0/x");
  fill(field("Name"), "Orders to Slack");
  await pass(400);
  await until(() => expect(shown()).toContain("Approve: buy 0.01 BTC?"));
  expect(page.bodies(CHECK).at(-1)).toMatchObject({ format: "slack" });
  press(field("JSON"));
  expect(shown()).toContain("This address takes messages in the format Slack only.");
  press(button("Use the format Slack"));
  expect(shown()).not.toContain("takes messages in the format");
  create();
  await until(() => expect(page.bodies(CREATE)).toHaveLength(1));
  expect(page.bodies(CREATE)).toMatchObject([
    { name: "Orders to Slack", format: "slack", max_per_second: 1 },
  ]);
});

test("markets and wallets are chosen from lists, and an asset that no event has is named", async () => {
  const WALLET = "9dVoKCQjWfy9cRZN81ApLHzhTbLWydhu9nQov1yHd7XQ";
  page.answer({
    "GET /api/perps-dex/markets": [{ symbol: "BTCUSDC" }, { symbol: "ETHUSDC" }],
    "GET /api/v1/identities": {
      identities: [
        { id: "idn_1", kind: "wallet", label: WALLET, createdAt: "", lastUsedAt: "" },
        { id: "idn_2", kind: "email", label: "ada@example.org", createdAt: "", lastUsedAt: "" },
      ],
    },
    [CHECK]: answerOf({ unknown: { assets: ["NOPE"], markets: [], accounts: [] } }),
    [CREATE]: { ...webhook(), secret: null },
  });
  fill(field("URL"), "https://hooks.example/in");
  const folded = document.querySelector("details")!;
  act(() => {
    folded.open = true;
    folded.dispatchEvent(new Event("toggle"));
  });
  await until(() => press(field("ETHUSDC")));
  press(field(WALLET));
  expect(shown()).not.toContain("ada@example.org");
  fill(field("Assets"), "NOPE");
  await pass(400);
  await until(() => expect(noteOf(field("Assets"))).toMatch(/No event is about .*NOPE/));
  fill(field("Assets"), "");
  create();
  await until(() => expect(page.bodies(CREATE)).toHaveLength(1));
  expect(page.bodies(CREATE)).toMatchObject([
    { filter: { markets: ["ETHUSDC"], accounts: [WALLET] } },
  ]);
});

test("the user's own secret is sent once it is long enough, hidden while typed, and not shown again", async () => {
  page.answer({ [CHECK]: fine, [CREATE]: { ...webhook(), secret: null } });
  fill(field("URL"), "https://hooks.example/in");
  press(field("Use my own"));
  expect(field("Your secret").type).toBe("password");
  fill(field("Your secret"), "too short");
  create();
  expect(isWrong("Your secret")).toBe(true);
  expect(page.bodies(CREATE)).toEqual([]);
  fill(field("Your secret"), "my-own-secret-0123456");
  create();
  await until(() => expect(visited).toEqual(["/settings/webhooks/whk_1?tab=test"]));
  expect(page.bodies(CREATE)).toMatchObject([{ secret: "my-own-secret-0123456" }]);
  expect(names("[role=dialog]")).toEqual([]);
});

test("a refusal says why, and the form keeps its content", async () => {
  page.answer({ [CHECK]: fine, [CREATE]: failing(429, "RATE_LIMITED", "Wait 7 s.") });
  fill(field("URL"), "https://hooks.example/in");
  create();
  await until(() => expect(names("[role=alert]").join("")).toContain("7"));
  expect(field("URL").value).toBe("https://hooks.example/in");
  expect(visited).toEqual([]);
});

test("a refusal disappears when a field changes, and appears again with the next one", async () => {
  const message = "url is not valid: it has a fragment.";
  page.answer({ [CHECK]: fine, [CREATE]: () => failing(400, "INVALID_FIELD", message) });
  fill(field("URL"), "https://hooks.example/in");
  create();
  await until(() => expect(names("[role=alert]").join("")).toContain(message));
  expect(names("[role=alert]").join("")).not.toContain("venue");
  fill(field("URL"), "https://hooks.example/other");
  expect(shown()).not.toContain(message);
  create();
  await until(() => expect(shown()).toContain(message));
});

test("signed out, it asks for a sign-in", () => {
  page.leave();
  page = openPage(withTexts(createElement(NewWebhookPage)), { person: undefined });
  expect(shown()).toContain("You are not signed in.");
  expect(names("input")).toEqual([]);
});
