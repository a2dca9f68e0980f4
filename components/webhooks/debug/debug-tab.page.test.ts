/** The signature debugger in a page: it explains what is wrong, and never shows a signature. */
import { afterEach, expect, test } from "vitest";
import {
  button,
  failing,
  field,
  fill,
  names,
  type OpenPage,
  openPage,
  press,
  until,
} from "#components/frame/page.testing.ts";
import { atTime, tabElement, webhook } from "#components/webhooks/webhooks.testing.ts";
import type { SignatureDiagnosis } from "#lib/protocol/wire/webhook.ts";
import DebugTab from "./debug-tab.tsx";

const DIAGNOSE = "POST /api/v1/webhooks/whk_1/diagnose";
const SIGNATURE = `t=1767225600,v1=${"5257a869".repeat(8)}`;
const RIGHT: SignatureDiagnosis = { ok: true, problem: null, secret_id: "whs_2", age_seconds: 3 };

let page: OpenPage;
afterEach(() => page.leave());

function open(found: SignatureDiagnosis | Response): void {
  const secrets = ["whs_2", "whs_1"].map((id) => ({
    id,
    created_at: atTime("09:00:00"),
    retires_at: null,
  }));
  page = openPage(tabElement(DebugTab, webhook({ secrets })), { service: { [DIAGNOSE]: found } });
}
function check(body = "{}"): void {
  fill(field("X-Svc-Signature"), SIGNATURE);
  fill(field("Body"), body);
  press(button("Check"));
}
const finding = () => names("output")[0];

test("nothing is sent before both fields are filled", () => {
  open(RIGHT);
  press(button("Check"));
  fill(field("X-Svc-Signature"), SIGNATURE);
  press(button("Check"));
  expect(page.sent).toEqual([]);
  expect(button("Check").getAttribute("aria-disabled")).toBe("true");
});

test("a right signature names its secret; the body is sent unchanged, and editing it clears the result", async () => {
  open(RIGHT);
  check(' {"a": 1}\n');
  await until(() => expect(finding()).toContain("The signature is valid and recent enough."));
  expect(finding()).toContain("It was signed with \u2068whs_2\u2069.");
  expect(page.bodies(DIAGNOSE)).toEqual([{ signature: SIGNATURE, body: ' {"a": 1}\n' }]);
  fill(field("Body"), "{}");
  expect(finding()).toBe("");
});

test("a receiver that parsed the body is shown how its framework gives the raw one", async () => {
  open({ ok: false, problem: "reserialised", secret_id: "whs_2", age_seconds: 3 });
  check();
  await until(() => expect(finding()).toContain("The body was parsed and serialised again."));
  for (const part of ["How to get the raw body", "express.raw", "request.text()", "request.body()"])
    expect(finding()).toContain(part);
  page.leave();
  open({ ok: false, problem: "too_old", secret_id: "whs_2", age_seconds: 400 });
  check();
  await until(() => expect(finding()).toContain("400 s old"));
  expect(finding()).not.toContain("raw body");
});

test("an older secret is named as such", async () => {
  open({ ...RIGHT, secret_id: "whs_1" });
  check();
  await until(() => expect(finding()).toContain("whs_1\u2069, which is not the newest secret"));
});

test.each([
  ["malformed", "This is not a signature header.", "It must look like t="],
  ["mismatch", "No active secret matches this body.", "Your receiver uses another secret"],
  ["reserialised", "The body was parsed and serialised again.", "Check the raw bytes"],
  ["newline_added", "A line break was added to the body.", "Check the bytes as received"],
  ["secret_decoded", "decoded from Base64 before", "Use the secret as text"],
  ["too_old", "but 400 s old. The limit is 300 s.", "Check the signature on arrival"],
  ["too_new", "but its time is 400 s in the future.", "The clock of your server is behind."],
] as const)(
  "%s is said with its remedy, and without a signature",
  async (problem, shownText, remedy) => {
    open({ ok: false, problem, secret_id: null, age_seconds: problem === "too_new" ? -400 : 400 });
    check();
    await until(() => expect(finding()).toContain(shownText));
    expect(finding()).toContain(remedy);
    expect(finding()).not.toMatch(/[0-9a-f]{64}/);
  },
);

test("a check that fails says why", async () => {
  open(failing(503, "INTERNAL"));
  check();
  await until(() => expect(names("[role=alert]")).toEqual([expect.stringMatching(/\S/)]));
  expect(finding()).toBe("");
});
