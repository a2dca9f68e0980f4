/** The secrets of a webhook in a page: a rotation with an overlap, and the end of a secret. */
import { afterEach, expect, test } from "vitest";
import {
  button,
  dialog,
  failing,
  field,
  fill,
  names,
  type OpenPage,
  openPage,
  press,
  type Service,
  shown,
  until,
} from "#components/frame/page.testing.ts";
import { atTime, tabElement, webhook } from "#components/webhooks/webhooks.testing.ts";
import SecretsTab from "./secrets-tab.tsx";

const API = "/api/v1/webhooks/whk_1/secrets";
const NEWEST = { id: "whs_2", created_at: atTime("11:00:00"), retires_at: null };
const EARLIER = { id: "whs_1", created_at: atTime("09:00:00"), retires_at: atTime("13:00:00") };

let page: OpenPage;
let secrets: string[];
afterEach(() => page.leave());

function open(live: (typeof NEWEST | typeof EARLIER)[], service: Service = {}): void {
  secrets = [];
  const handlers = { onSecret: (secret: string) => secrets.push(secret) };
  page = openPage(tabElement(SecretsTab, webhook({ secrets: live }), handlers), { service });
}
const rows = () => names("ul li");
const added = () => dialog("Add a secret");

test("the only secret cannot be ended, and no value is shown", () => {
  open([NEWEST]);
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toMatch(/^whs_2Newest/);
  expect(names("button")).toEqual(["Add a secret"]);
  expect(shown()).not.toMatch(/whsec_\w/);
});

test("a secret that the service makes is shown once; the earlier ones sign for the chosen time", async () => {
  open([NEWEST], { [`POST ${API}`]: { webhook: webhook(), secret: "whsec_new" } });
  press(button("Add a secret"));
  await until(added);
  expect(field("1 day", added()).checked).toBe(true);
  press(field("Not at all", added()));
  expect(added().textContent).toContain("Deliveries fail until your receiver has the new secret.");
  press(field("7 days", added()));
  press(button("Add a secret", added()));
  await until(() => expect(secrets).toEqual(["whsec_new"]));
  expect(page.bodies(`POST ${API}`)).toEqual([{ overlap_hours: 168 }]);
  expect(names("[role=dialog]")).toEqual([]);
});

test("the user's own secret is checked before it is sent, and is not shown", async () => {
  open([NEWEST], { [`POST ${API}`]: { webhook: webhook(), secret: null } });
  press(button("Add a secret"));
  await until(added);
  press(field("Use my own", added()));
  fill(field("Your secret", added()), "short");
  press(button("Add a secret", added()));
  expect(field("Your secret", added()).getAttribute("aria-invalid")).toBe("true");
  expect(page.sent).toEqual([]);
  fill(field("Your secret", added()), "my-own-secret-0123456");
  press(button("Add a secret", added()));
  await until(() => expect(names("[role=dialog]")).toEqual([]));
  expect(page.bodies(`POST ${API}`)).toEqual([
    { overlap_hours: 24, secret: "my-own-secret-0123456" },
  ]);
  expect(secrets).toEqual([]);
});

test("a refusal is shown in the dialog, which stays", async () => {
  open([NEWEST], { [`POST ${API}`]: failing(503, "INTERNAL") });
  press(button("Add a secret"));
  await until(added);
  press(button("Add a secret", added()));
  await until(() => expect(names("[role=alert]", added())).toHaveLength(1));
});

test("an earlier secret says until when it signs, and can be ended after a confirmation", async () => {
  open([NEWEST, EARLIER], { [`DELETE ${API}/whs_1`]: new Response(null, { status: 204 }) });
  expect(rows()[1]).toMatch(/^whs_1added.*signs until.*in 1 hour/);
  press(button("Expire secret whs_1 now"));
  await until(() => dialog("Expire this secret?"));
  expect(dialog("Expire this secret?").textContent).toContain("This cannot be undone.");
  press(button("Expire now", dialog("Expire this secret?")));
  await until(() => expect(page.toasts()).toEqual(["The secret has expired."]));
  expect(page.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([`DELETE ${API}/whs_1`]);
});

test("with three secrets none can be added", () => {
  open([NEWEST, EARLIER, { ...EARLIER, id: "whs_0" }]);
  expect(shown()).toContain("This webhook has 3 secrets, which is the limit.");
  expect(names("button")).toHaveLength(3);
});
