/** The demo wallet's prompt: shows the text to be signed and waits for Approve or Reject. */
import { clientText } from "#components/i18n/client-text.ts";

const STYLE = `
  dialog { pointer-events: auto; box-sizing: border-box; width: min(94vw, 400px); max-height: 88dvh; padding: 0;
    border: 2px solid #6d4aff; border-radius: 14px; background: #1c1730; color: #f3f0ff; overflow: auto;
    font: 14px/20px ui-sans-serif, system-ui, sans-serif; margin: auto; }
  dialog::backdrop { background: rgb(12 8 28 / 15%); }
  @media (min-width: 1000px) { dialog { margin: 72px 24px auto auto; } }
  .head { display: flex; align-items: center; gap: 10px; padding: 14px 18px; background: #2a2150; }
  .mark { width: 26px; height: 26px; border-radius: 8px; background: #8f73ff; color: #150d33; font-weight: 700;
    display: grid; place-items: center; }
  h2 { margin: 0; font-size: 15px; font-weight: 650; }
  .tag { margin-inline-start: auto; font-size: 11px; color: #cfc4ff; }
  .main { padding: 16px 18px; display: grid; gap: 10px; }
  p { margin: 0; color: #d9d1fb; }
  pre { margin: 0; padding: 12px; border-radius: 8px; background: #120d22; color: #fff; max-height: 260px;
    overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/18px ui-monospace, monospace; }
  .account { font: 11px/16px ui-monospace, monospace; overflow-wrap: anywhere; color: #cfc4ff; }
  footer { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; padding: 0 18px 18px; }
  button { height: 40px; border-radius: 10px; font: inherit; font-weight: 600; cursor: pointer; border: 1px solid #7d68d8;
    background: transparent; color: #f3f0ff; }
  button.approve { background: #b8a6ff; border-color: #b8a6ff; color: #150d33; }
  button:focus-visible, pre:focus-visible { outline: 3px solid #fff; outline-offset: 2px; }
`;

export type SignRequest = { intro: "demoIntro" | "demoTransactionIntro"; text: string };

/** Shows the text. Resolves to true for Approve; to false for Reject, Escape or a removed window. */
export function askToSign(request: SignRequest, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const host = document.createElement("div");
    const root = host.attachShadow({ mode: "open" });
    // A constructed sheet, since the page's policy may refuse style elements.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const { dialog, approve, reject } = buildDialog(request, address);
    root.append(dialog);
    document.body.append(host);

    let approved = false;
    approve.addEventListener("click", () => {
      approved = true;
      dialog.close();
    });
    reject.addEventListener("click", () => dialog.close());
    // Keys in the prompt must not reach the page: Escape would also close a dialog below.
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
    dialog.addEventListener("close", () => {
      host.remove();
      resolve(approved);
    });
    dialog.showModal();
    reject.focus();
  });
}

function buildDialog({ intro, text }: SignRequest, address: string) {
  const walletText = clientText("wallet");
  const dialog = element("dialog", {});
  dialog.setAttribute("aria-labelledby", "title");
  const title = element("h2", { textContent: walletText("demoTitle") });
  title.id = "title";
  const mark = element("span", { className: "mark", textContent: "D" });
  mark.setAttribute("aria-hidden", "true");
  const header = element("div", { className: "head" });
  header.append(
    mark,
    title,
    element("span", { className: "tag", textContent: walletText("demoTag") }),
  );
  const message = element("pre", { textContent: text, tabIndex: 0, dir: "ltr" });
  message.setAttribute("role", "region");
  message.setAttribute("aria-label", walletText("demoText"));
  const main = element("div", {});
  main.className = "main";
  main.append(
    element("p", { textContent: walletText(intro) }),
    message,
    element("div", { className: "account", textContent: walletText("demoAccount", { address }) }),
  );
  const approve = element("button", {
    type: "button",
    className: "approve",
    textContent: walletText("demoApprove"),
  });
  const reject = element("button", { type: "button", textContent: walletText("demoReject") });
  const footer = element("footer", {});
  footer.append(reject, approve);
  dialog.append(header, main, footer);
  return { dialog, approve, reject };
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
